// Media segments for players that can't receive a signed URL secretly: the program fetches them without a token.
import type { Ending } from "./player.ts";

export interface SoundSource {
  readonly parts: readonly string[];
  /** A playlist with absolute URLs, for stdin. */
  readonly playlist: string;
}

/** A URL that doesn't work or has expired. */
export class DeadLink extends Error {
  override readonly name = "DeadLink";

  /** How a sound ends of which an error is known; throws any other. */
  static ending(error: unknown): Ending {
    if (!(error instanceof DeadLink)) throw error;
    return { kind: "failed", message: error.message, isGone: false };
  }
}

/** Matches http(s) URLs. Runtimes and players also open local files, so other URLs from SoundCloud are rejected. */
const WEB = /^https?:/i;

/** Fetches a signed URL without a token. */
export async function fetchSigned(fetch: typeof globalThis.fetch, url: string, signal: AbortSignal): Promise<Response> {
  if (!WEB.test(url)) throw new DeadLink("the link is not an http(s) URL");
  const response = await fetch(url, { signal });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new DeadLink(`the URL responded with ${response.status}`);
}

/** Finds the segments of a sound: those of its playlist, or the sound itself. */
export async function openSource(
  fetch: typeof globalThis.fetch,
  { url, durationSeconds }: { readonly url: string; readonly durationSeconds: number },
  signal: AbortSignal,
): Promise<SoundSource> {
  const response = await fetchSigned(fetch, url, signal);
  const type = response.headers.get("content-type") ?? "";
  if (!/mpegurl/i.test(type) && !/\.m3u8?$/.test(new URL(url).pathname)) {
    await response.body?.cancel();
    return { parts: [url], playlist: playlistOf(url, durationSeconds) };
  }
  return readPlaylist(await response.text(), url);
}

function playlistOf(url: string, seconds: number): string {
  const length = Math.max(1, Math.ceil(seconds));
  const head = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:${length}\n`;
  return `${head}#EXTINF:${length},\n${url}\n#EXT-X-ENDLIST\n`;
}

/** Makes every URL of a playlist absolute. The initial segment (`EXT-X-MAP`) counts as a segment. */
export function readPlaylist(text: string, base: string): SoundSource {
  const parts: string[] = [];
  const whole = (address: string) => {
    const href = URL.canParse(address, base) ? new URL(address, base).href : "";
    if (!WEB.test(href)) throw new DeadLink("the playlist links to something other than an http(s) URL");
    parts.push(href);
    return href;
  };
  const lines = text.split(/\r?\n/).map((line) => {
    if (line.startsWith("#EXT-X-MAP:")) return line.replace(/URI="([^"]*)"/, (_, uri: string) => `URI="${whole(uri)}"`);
    return line === "" || line.startsWith("#") ? line : whole(line.trim());
  });
  return { parts, playlist: lines.join("\n") };
}

/** Removes earlier segments: MP3 has no timestamps, so a player with a start position would skip them twice. */
export function trimPlaylist(playlist: string, seconds: number): { playlist: string; skippedSeconds: number } {
  const [head = "", ...parts] = playlist.split(/^(?=#EXTINF:)/m);
  let skippedSeconds = 0;
  while (parts.length > 1) {
    const length = Number(/^#EXTINF:([\d.]+)/.exec(parts[0] ?? "")?.[1]);
    if (!(skippedSeconds + length <= seconds)) break;
    skippedSeconds += length;
    parts.shift();
  }
  return { playlist: head + parts.join(""), skippedSeconds };
}
