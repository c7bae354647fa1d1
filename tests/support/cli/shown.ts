import { assertEquals } from "@std/assert";
import { runInProcess } from "./test_host.ts";

/** A track of which the service sends no more than it must. */
export const TRACK = { kind: "track", id: 1, urn: "soundcloud:tracks:1", title: "A", duration: 0 };
/** Likewise, a user. */
export const USER = { kind: "user", id: 1, urn: "soundcloud:users:1", username: "Ann" };
/** Likewise, a playlist. */
export const PLAYLIST = { kind: "playlist", id: 1, urn: "soundcloud:playlists:1", title: "P", duration: 0 };

/** Returns the lines that a command shows of one reply of the service: in a pipe, or at a terminal. */
export async function shown(line: string, reply: unknown, columns?: number): Promise<string[]> {
  const { code, stdout, stderr } = await runInProcess(line.split(" "), {
    env: { TONEARM_TOKEN: "t", TONEARM_CONFIG_DIR: "/nonexistent", NO_COLOR: "1", TERM: "dumb" },
    fetch: () => Promise.resolve(Response.json(reply)),
    columns,
  });
  assertEquals(code, 0, stdout + stderr);
  return stdout.split(/\r?\n/).filter((line) => line !== "");
}
