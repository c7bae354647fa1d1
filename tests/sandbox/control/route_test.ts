import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  checkObject,
  readCount,
  readDuration,
  readObject,
  readValue,
  Refusal,
} from "../../../sandbox/control/route.ts";

function body(text: BodyInit | null): Request {
  return new Request("http://127.0.0.1/x", { method: "POST", body: text });
}

Deno.test("readValue() accepts a duration in milliseconds", () => {
  assertEquals(["0", "1500", "500ms", "2s", "0.5s", "1.25s", "9999999s"].map(readDuration), [
    ...[0, 1500, 500, 2000, 500, 1250, 9_999_999_000],
  ]);
  for (const text of ["", "soon", "-1", "1m", "2 s", "1.2345s", "12345678", ".5s", "2S"]) {
    assertEquals(assertThrows(() => readDuration(text), Refusal).status, 400, text);
  }
  assert(assertThrows(() => readDuration("x".repeat(9999)), Refusal).message.length < 100);
});

Deno.test("readValue() accepts a count that is an integer or missing", () => {
  const count = (query: string) => readCount(new URLSearchParams(query), "n");
  assertEquals([count("n=0"), count("n=007"), count("n=999999999"), count("m=1")], [0, 7, 999_999_999, undefined]);
  for (const query of ["n=", "n=-1", "n=1.5", "n=1e3", "n=1234567890", "n=one"]) {
    assertEquals(assertThrows(() => count(query), Refusal, "n is not a whole number").status, 400);
  }
});

Deno.test("readValue() rejects an object with unknown members, and names the known ones", () => {
  assertEquals(checkObject("it", { a: 1 }, ["a", "b"]), { a: 1 });
  assertThrows(() => checkObject("it", { a: 1, c: 2 }, ["a", "b"]), Refusal, "it has no field c, choose from a, b");
  for (const value of [null, [], "a", 7, undefined]) {
    assertEquals(assertThrows(() => checkObject("it", value, []), Refusal, "it is not an object").status, 400);
  }
});

Deno.test("readValue() reads a JSON body, and an empty body as an empty object", async () => {
  assertEquals([await readValue(body("[1]")), await readValue(body(null)), await readValue(body(""))], [[1], {}, {}]);
  assertEquals(await readObject(body('{"a":"日本"}'), ["a"]), { a: "日本" });
  await assertRejects(() => readValue(body("{")), Refusal, "The body is not JSON");
  await assertRejects(() => readObject(body("[]"), []), Refusal, "the body is not an object");
});

Deno.test("readValue() joins a character that arrives in two chunks", async () => {
  const [first, second] = [new Uint8Array([0x22, 0xc3]), new Uint8Array([0xbc, 0x22])];
  assertEquals(await readValue(body(ReadableStream.from([first, second]))), "ü");
});

Deno.test("readValue() rejects a body over 1 MiB before it's complete", async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  });
  assertEquals((await assertRejects(() => readValue(body(endless)), Refusal)).status, 413);
  assert(sent < 2 * 1_048_576);
});
