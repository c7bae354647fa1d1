import { Buffer } from "node:buffer";
import type { Environment } from "../host/host.ts";
import { fetchMedia } from "../host/network.ts";

export type Protocol = "kitty" | "iterm";

const LARGEST = 2_000_000;
const ROWS = 8;
const COLUMNS = 16;
const KITTY_CHUNK = 4096;
const PNG = [0x89, 0x50, 0x4e, 0x47] as const;
const JPEG = [0xff, 0xd8, 0xff] as const;

/** Unknown terminals get no images, because they would print the escape sequences. */
export function pictureProtocol(env: Environment): Protocol | undefined {
  if (env.TMUX || env.STY || /^(dumb$|screen|tmux|linux)/.test(env.TERM ?? "dumb")) return undefined;
  if (env.TERM === "xterm-kitty" || env.TERM === "xterm-ghostty") return "kitty";
  return ["iTerm.app", "WezTerm"].includes(env.TERM_PROGRAM ?? "") ? "iterm" : undefined;
}

export async function fetchPicture(
  fetch: typeof globalThis.fetch,
  url: string | null | undefined,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const response = await fetchMedia(fetch, url, LARGEST, { signal });
  return await response?.arrayBuffer().then((bytes) => new Uint8Array(bytes), () => undefined);
}

/** Returns the sequences that show an image; kitty knows only PNG and raw pixels, so JPEG is decoded. */
export async function drawPicture(picture: Uint8Array, protocol: Protocol): Promise<string> {
  if (protocol === "iterm") {
    const data = Buffer.from(picture).toString("base64");
    return `\x1b]1337;File=inline=1;size=${picture.length};height=${ROWS};preserveAspectRatio=1:${data}\x07\n`;
  }
  if (startsWith(picture, PNG)) return kitty("f=100", picture);
  if (!startsWith(picture, JPEG)) return "";
  const { decode } = await import("jpeg-js");
  const { width, height, data } = decode(picture, { useTArray: true, formatAsRGBA: false, maxMemoryUsageInMB: 64 });
  return kitty(`f=24,s=${width},v=${height}`, data);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function kitty(format: string, bytes: Uint8Array): string {
  const chunks = Buffer.from(bytes).toString("base64").match(new RegExp(`.{1,${KITTY_CHUNK}}`, "g")) ?? [];
  const sequences = chunks.map((chunk, index) => {
    const more = index < chunks.length - 1 ? 1 : 0;
    const keys = index === 0 ? `a=T,${format},q=2,c=${COLUMNS},r=${ROWS},m=${more}` : `m=${more}`;
    return `\x1b_G${keys};${chunk}\x1b\\`;
  });
  return `${sequences.join("")}\n`;
}
