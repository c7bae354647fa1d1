import { assertEquals } from "@std/assert";
import { memoryContent } from "../../../sandbox/base/content.ts";
import { contentReply } from "../../../sandbox/media/range.ts";

const TEN = memoryContent(new TextEncoder().encode("0123456789"));

async function requestRange(range: string | null, content = TEN) {
  const reply = contentReply(content, range, { "content-type": "audio/mpeg" });
  const headers = ["content-range", "content-length", "content-type"].map((name) => reply.headers.get(name));
  return [reply.status, await reply.text(), ...headers];
}

Deno.test("contentReply() sends the whole file and Accept-Ranges without a Range header", async () => {
  assertEquals(await requestRange(null), [200, "0123456789", null, "10", "audio/mpeg"]);
  assertEquals(contentReply(TEN, null, {}).headers.get("accept-ranges"), "bytes");
});

for (
  const [range, text, where] of [
    ["bytes=0-0", "0", "0-0"],
    ["bytes=2-5", "2345", "2-5"],
    ["bytes=7-", "789", "7-9"],
    ["bytes=-3", "789", "7-9"],
    ["bytes=-99", "0123456789", "0-9"],
    ["bytes=8-99", "89", "8-9"],
    [" BYTES=9-9 ", "9", "9-9"],
  ] as const
) {
  Deno.test(`contentReply() answers 206 with the range: ${range}`, async () => {
    assertEquals(await requestRange(range), [206, text, `bytes ${where}/10`, String(text.length), "audio/mpeg"]);
  });
}

Deno.test("contentReply() answers 416 with the length to a range beyond the end", async () => {
  for (const range of ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=999999999999999-"]) {
    assertEquals(await requestRange(range), [416, "", "bytes */10", null, "audio/mpeg"], range);
  }
  assertEquals(await requestRange("bytes=0-", memoryContent(new Uint8Array(0))), [
    416,
    "",
    "bytes */0",
    null,
    "audio/mpeg",
  ]);
});

Deno.test("contentReply() ignores a Range header that it can't read", async () => {
  for (
    const range of ["", "bytes=", "bytes=-", "bytes=5-2", "bytes=0-1,3-4", "items=0-1", "bytes=a-b", "bytes=1.5-2"]
  ) {
    assertEquals((await requestRange(range)).slice(0, 2), [200, "0123456789"], range);
  }
});
