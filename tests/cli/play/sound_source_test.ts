import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DeadLink, openSource, readPlaylist, trimPlaylist } from "../../../cli/play/sound_source.ts";
import { stubServer } from "../../support/cli/cli.ts";

const PLAYLIST = `#EXTM3U
#EXT-X-MAP:URI="init.mp4?Signature=1"
#EXTINF:10.0,
0.m4s?Signature=2
#EXTINF:10.0,
/other/1.m4s
#EXTINF:4.5,
https://elsewhere.example/2.m4s
#EXT-X-ENDLIST
`;
const BASE = "https://media.example/a/playlist.m3u8?Policy=x";

Deno.test("readPlaylist() resolves every URL, with the initialisation segment first", () => {
  const { parts, playlist } = readPlaylist(PLAYLIST, BASE);
  assertEquals(parts, [
    "https://media.example/a/init.mp4?Signature=1",
    "https://media.example/a/0.m4s?Signature=2",
    "https://media.example/other/1.m4s",
    "https://elsewhere.example/2.m4s",
  ]);
  assertStringIncludes(playlist, '#EXT-X-MAP:URI="https://media.example/a/init.mp4?Signature=1"');
  assertEquals(readPlaylist(playlist, "https://any.example/").playlist, playlist);
});

Deno.test("trimPlaylist() drops the parts before a position, but never the last part or the head", () => {
  for (
    const [seconds, skippedSeconds, parts] of [[0, 0, 3], [9.9, 0, 3], [10, 10, 2], [15, 10, 2], [500, 20, 1]] as const
  ) {
    const trimmed = trimPlaylist(PLAYLIST, seconds);
    assertEquals(trimmed.skippedSeconds, skippedSeconds);
    assertEquals(trimmed.playlist.match(/#EXTINF/g)?.length, parts);
    assertStringIncludes(trimmed.playlist, "#EXT-X-MAP");
    assertStringIncludes(trimmed.playlist, "#EXT-X-ENDLIST");
  }
});

Deno.test("openSource() wraps a single file into a playlist without downloading it", async () => {
  await using service = stubServer(() => new Response("sound", { headers: { "content-type": "audio/mpeg" } }));
  const url = `${service.url}/a.mp3?Signature=1`;
  const { parts, playlist } = await openSource(fetch, { url, durationSeconds: 29.5 }, new AbortController().signal);
  assertEquals(parts, [url]);
  assertStringIncludes(playlist, `#EXTINF:30,\n${url}\n#EXT-X-ENDLIST`);
});

Deno.test("openSource() distinguishes a dead link from other failures", async () => {
  await using service = stubServer(() => new Response("", { status: 403 }));
  const { signal } = new AbortController();
  await assertRejects(() => openSource(fetch, { url: service.url, durationSeconds: 1 }, signal), DeadLink, "403");
});
