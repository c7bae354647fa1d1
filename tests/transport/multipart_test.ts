import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import fc from "fast-check";
import { Readable } from "node:stream";
import { Buffer } from "node:buffer";
import type { UploadProgress } from "../../mod.ts";
import { type FileSource, type FormFields, multipart } from "../../src/transport/multipart.ts";
import { settle } from "../support/calls.ts";

async function raw(fields: FormFields): Promise<{ text: string; bytes: number; size: number }> {
  const body = multipart(fields);
  const bytes = await new Response(body.open()).arrayBuffer();
  return { text: new TextDecoder().decode(bytes), bytes: bytes.byteLength, size: body.size };
}

async function parsed(fields: FormFields): Promise<FormData> {
  const body = multipart(fields);
  return await new Response(body.open(), { headers: { "Content-Type": body.contentType } }).formData();
}

async function sentName(filename: string): Promise<string> {
  const { text } = await raw({ f: { source: new Blob(["x"]), filename } });
  return /filename="([^"\r\n]*)"\r\n/.exec(text)?.[1] ?? "none";
}

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunks).pipeThrough(new TextEncoderStream());
}

Deno.test("multipart() builds a form that every parser reads, of the stated length", async () => {
  await fc.assert(fc.asyncProperty(
    fc.dictionary(fc.stringMatching(/^[\w[\]]{1,20}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
    fc.uint8Array({ maxLength: 2000 }),
    async (fields, file) => {
      const form = await parsed({ ...fields, $file: { source: file, filename: "a.bin" } });
      const sent = Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`.toWellFormed()]);
      assertEquals([...form].filter(([name]) => name !== "$file"), sent);
      assertEquals(new Uint8Array(await (form.get("$file") as File).arrayBuffer()), file);
      const { bytes, size } = await raw({ ...fields, $file: { source: file, filename: "a.bin" } });
      assertEquals(bytes, size);
    },
  ));
});

Deno.test("multipart() leaves out fields without a value, and sends false ones", async () => {
  const form = await parsed({ a: undefined, n: null as unknown as undefined, b: false, c: "", d: 0 });
  assertEquals([...form], [["b", "false"], ["c", ""], ["d", "0"]]);
});

Deno.test("multipart() escapes quotes and line endings in a name", async () => {
  const { text } = await raw({ 'a"\r\nX-Evil: 1': "v" });
  assertMatch(text, /; name="a%22%0D%0AX-Evil: 1"\r\n\r\nv\r\n--/);
});

for (
  const [what, source] of [
    ["a blob", new Blob(["sound"])],
    ["a file", new File(["sound"], "x")],
    ["bytes", new TextEncoder().encode("sound")],
    ["a view into larger bytes", new TextEncoder().encode("a sound b").subarray(2, 7)],
    ["a buffer", new TextEncoder().encode("sound").buffer],
    ["a stream of Node", { stream: () => Readable.from([Buffer.from("so"), Buffer.from("und")]), size: 5 }],
    ["a stream that a function opens", { stream: () => streamOf("so", "und"), size: 5 }],
  ] as [string, FileSource][]
) {
  Deno.test(`multipart(): a file from ${what} is repeatable`, async () => {
    const body = multipart({ f: { source, filename: "a" } });
    assert(body.repeatable);
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = new Response(body.open(), { headers: { "Content-Type": body.contentType } });
      assertEquals(await ((await response.formData()).get("f") as File).text(), "sound");
    }
  });
}

Deno.test("multipart(): a file from a stream isn't repeatable", async () => {
  const source = { stream: streamOf("so", "und"), size: 5 };
  const body = multipart({ f: { source, filename: "a" } });
  assertEquals(body.repeatable, false);
  const response = new Response(body.open(), { headers: { "Content-Type": body.contentType } });
  assertEquals(await ((await response.formData()).get("f") as File).text(), "sound");
});

for (const [what, chunks] of [["shorter", ["sou"]], ["longer", ["so", "unds"]], ["empty", []]] as const) {
  Deno.test(`multipart() throws for a stream that is ${what} than its size`, async () => {
    const body = multipart({ f: { source: { stream: () => streamOf(...chunks), size: 5 }, filename: "a" } });
    await assertRejects(() => new Response(body.open()).arrayBuffer(), RangeError, "size");
  });
}

Deno.test("multipart() stops reading an endless stream at its size, and waits until it is cancelled", async () => {
  let [pulled, isCancelled] = [0, false];
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array([pulled++])),
      cancel: async () => {
        await settle();
        isCancelled = true;
      },
    });
  const body = multipart({ f: { source: { stream, size: 5 }, filename: "a" } });
  await assertRejects(() => new Response(body.open()).arrayBuffer(), RangeError, "size");
  assert(pulled < 10, `${pulled} pieces were read`);
  assert(isCancelled);
});

for (
  const [given, sent] of [
    ["tone.mp3", "tone.mp3"],
    ["Ünïcödé.mp3", "Unicode.mp3"],
    ["東京 🎧.mp3", "__ _.mp3"],
    ['a"b\r\nc.mp3', "a_b__c.mp3"],
    ["/home/somebody/tone.mp3", "tone.mp3"],
    ["C:\\Music\\tone.mp3", "tone.mp3"],
    ["dir/", "file"],
    ["", "file"],
  ] as const
) {
  Deno.test(`multipart(): the file name ${JSON.stringify(given)} is sent as ${JSON.stringify(sent)}`, async () => {
    assertEquals(await sentName(given), sent);
  });
}

Deno.test("multipart() uses the given media type, or else the file's, or application/octet-stream", async () => {
  const blob = new Blob(["x"], { type: "audio/flac" });
  const form = await parsed({
    given: { source: blob, filename: "a", type: "audio/mpeg" },
    own: { source: blob, filename: "a" },
    none: { source: new Uint8Array(1), filename: "a" },
  });
  assertEquals([...form.values()].map((file) => (file as File).type), [
    "audio/mpeg",
    "audio/flac",
    "application/octet-stream",
  ]);
  const { text } = await raw({ none: { source: new Uint8Array(1), filename: "a" } });
  assertMatch(text, /\r\nContent-Type: application\/octet-stream\r\n/);
});

Deno.test("multipart() reports progress up to the length of the form, even if the observer throws", async () => {
  const seen: UploadProgress[] = [];
  const source = new Uint8Array(200_000);
  const body = multipart({ f: { source, filename: "a" } }, (progress) => {
    seen.push(progress);
    throw new Error("an observer's mistake");
  });
  await new Response(body.open()).arrayBuffer();
  const sent = seen.map(({ sentBytes }) => sentBytes);
  assertEquals(sent, [...new Set(sent)].sort((a, b) => a - b));
  assert(sent.length > 3, "a piece at a time");
  assertEquals(seen.at(-1), { sentBytes: body.size, totalBytes: body.size });
});

Deno.test("multipart() reads a source on demand, and cancels it when its reader stops", async () => {
  let [pulled, cancelled] = [0, false];
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array([++pulled])),
      cancel: async () => {
        await settle();
        cancelled = true;
      },
    }, { highWaterMark: 0 });
  const body = multipart({ f: { source: { stream, size: 1000 }, filename: "a" } });
  const reader = new Response(body.open()).body!.getReader();
  await reader.read();
  // Whatever is read ahead has been read by the next turn of the event loop.
  await settle();
  assertEquals(pulled, 0);
  await reader.read();
  assert(pulled < 3, `${pulled} pieces were read ahead`);
  await reader.cancel();
  assert(cancelled);
});

Deno.test("multipart() returns a stream if the runtime reads the internals of blobs", async () => {
  const { Response } = globalThis;
  const body = multipart({ a: "b" });
  try {
    globalThis.Response = class {} as unknown as typeof Response;
    const opened = body.open();
    assert(opened instanceof ReadableStream);
    assertEquals((await new Response(opened).arrayBuffer()).byteLength, body.size);
  } finally {
    globalThis.Response = Response;
  }
});

Deno.test("multipart() in a browser, which forbids Content-Length, returns a blob of blobs, and keeps a stream", async () => {
  const { Response, Request } = globalThis;
  const blob = new Blob(["sound"]);
  const form = (source: FileSource) => multipart({ f: { source, filename: "a" } });
  const [plain, bytes] = [form(blob), form(new Uint8Array(5))];
  const streamed = form({ stream: () => streamOf("sound"), size: 5 });
  try {
    globalThis.Response = class {} as unknown as typeof Response;
    globalThis.Request = class {
      headers = new Headers();
    } as unknown as typeof Request;
    const opened = [plain.open(), bytes.open()];
    assertEquals(opened.map((body) => body instanceof Blob && body.size), [plain.size, bytes.size]);
    assertMatch(await (opened[0] as Blob).text(), /\r\n\r\nsound\r\n--.+--\r\n$/);
    assert(streamed.open() instanceof ReadableStream);
  } finally {
    Object.assign(globalThis, { Response, Request });
  }
});

Deno.test("multipart() shortens a very long file name quickly", () => {
  const filename = "a".repeat(200_000);
  const start = performance.now();
  multipart({ file: { source: new Blob(["x"]), filename } });
  assert(performance.now() - start < 1000);
});

Deno.test("multipart(): a media type with line endings can't inject a header", async () => {
  const stream = () => new Blob(["x"]).stream();
  const source = { stream, size: 1, type: "audio/wav\r\nX-Evil: 1\r\n\r\n" } as unknown as FileSource;
  const { open } = multipart({ file: { source, filename: "a.wav" } });
  assertMatch(await new Response(open()).text(), /^Content-Type: audio\/wavX-Evil: 1\r\n\r\nx/m);
});

Deno.test("multipart() sends a name of 255 characters unchanged, and shortens a longer one in the middle", async () => {
  assertEquals(await sentName(`${"a".repeat(251)}.wav`), `${"a".repeat(251)}.wav`);
  const cut = await sentName(`${"a".repeat(252)}.wav`);
  assertEquals(cut, `${"a".repeat(200)}${"a".repeat(51)}.wav`);
});
