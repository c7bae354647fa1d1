import { assertEquals } from "@std/assert";
import { isPlay } from "../../src/limits/outcome.ts";
import { limitsOf } from "../../src/limits/options.ts";

Deno.test("isPlay() counts streams and previews of a track, and the list of its streams only if that is asked for", () => {
  const counted = (path: string, countStreams = false) =>
    isPlay({ url: `https://api.example${path}`, method: "GET" } as never, limitsOf({ countStreams }));
  const plays = ["/tracks/1/preview", "/tracks/1/stream", "/tracks/1/streams/a/hls", "/tracks/1/stream?x=1"];
  assertEquals(plays.map((path) => counted(path)), [true, true, true, true]);
  const others = [
    "/tracks/1",
    "/tracks/1/streamed",
    "/tracks/1/2/stream",
    "/me?x=/tracks/1/stream",
    "/tracks/1/related",
  ];
  assertEquals(others.map((path) => counted(path, true)), others.map(() => false));
  assertEquals([counted("/tracks/1/streams"), counted("/tracks/1/streams", true)], [false, true]);
});
