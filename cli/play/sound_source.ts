/**
 * Sound for players that can't be handed an address out of sight: its parts are looked up here, without a token.
 *
 * @module
 */

/** Where the parts of a sound lie. */
export interface SoundSource {
  /** The addresses of its parts, in their order. */
  readonly parts: readonly string[];
  /** A playlist with whole addresses, to be given on stdin. */
  readonly playlist: string;
}

/** An address that doesn't work, or not any more. */
export class DeadLink extends Error {
  override readonly name = "DeadLink";
}

/** Runtimes fetch files of this machine, and players play them: neither is for a service to ask for. */
const WEB = /^https?:/i;

/** Fetches without following what the address says about tokens: it is signed. */
export async function fetchSigned(
  fetch: typeof globalThis.fetch,
  url: string,
  signal: AbortSignal,
): Promise<Response> {
  if (!WEB.test(url)) throw new DeadLink("the address is not an http(s) URL");
  const response = await fetch(url, { signal });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new DeadLink(`the address answered ${response.status}`);
}

/** Finds the parts of a sound: those of its playlist, or the sound itself. */
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
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:3",
    `#EXT-X-TARGETDURATION:${length}`,
    `#EXTINF:${length},`,
    url,
    "#EXT-X-ENDLIST",
    "",
  ]
    .join("\n");
}

/** Makes every address of a playlist whole; the part before all others (`EXT-X-MAP`) counts as one. */
export function readPlaylist(text: string, base: string): SoundSource {
  const parts: string[] = [];
  const whole = (address: string) => {
    const href = URL.canParse(address, base) ? new URL(address, base).href : "";
    if (!WEB.test(href)) throw new DeadLink("the playlist links to an address that is not an http(s) URL");
    parts.push(href);
    return href;
  };
  const lines = text.split(/\r?\n/).map((line) => {
    if (line.startsWith("#EXT-X-MAP:")) return line.replace(/URI="([^"]*)"/, (_, uri: string) => `URI="${whole(uri)}"`);
    return line === "" || line.startsWith("#") ? line : whole(line.trim());
  });
  return { parts, playlist: lines.join("\n") };
}

/**
 * A playlist without the parts that end before a moment. Sound in MP3 parts has no time stamps of its own, so that
 * players that are told to begin later count the parts before that moment twice.
 */
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
