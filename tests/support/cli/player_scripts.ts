import { join } from "node:path";
import type { PlayerSurroundings, Sound } from "../../../cli/play/player.ts";
import { writeProgram } from "../programs.ts";
import type { Home } from "./cli.ts";

/** The address of a sound on the media host. */
export const URL_OF_SOUND = "https://media.example/a.mp3?Signature=secret";

/** Thirty seconds of sound. */
export const SOUND: Sound = { title: "Lost Window", url: URL_OF_SOUND, startSeconds: 0, durationSeconds: 30 };

/** Writes a script that stands in for a player; `$HOME` is its directory. */
export async function script(home: Home, text: string): Promise<string> {
  const path = join(home.directory, "player");
  await writeProgram(path, `#!/bin/sh\n${text}\n`);
  return path;
}

/** Returns the surroundings of a player whose requests get these replies, and then a sound. */
export function surroundings(home: Home, replies: readonly (() => Response)[] = []): PlayerSurroundings {
  const left = [...replies];
  const env = { PATH: Deno.env.get("PATH"), HOME: home.directory };
  const fetch = () => Promise.resolve((left.shift() ?? sound)());
  return { env, fetch: fetch as typeof globalThis.fetch, signal: new AbortController().signal, timeoutSeconds: 30 };
}

/** Returns the reply of a media host. */
export function sound(bytes: Uint8Array<ArrayBuffer> = new TextEncoder().encode("sound")): Response {
  return new Response(bytes, { headers: { "content-type": "audio/mpeg" } });
}
