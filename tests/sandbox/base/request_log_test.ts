import { assertEquals } from "@std/assert";
import { type Note, RequestLog } from "../../../sandbox/base/request_log.ts";

const never = new Promise<void>(() => {});

function note(url: string, more: Partial<Note> = {}): Note {
  return {
    ...{
      at: 0,
      milliseconds: 1.2345,
      method: "GET",
      url: `https://api.sandbox.test${url}`,
      status: 200,
      faults: [],
      notes: [],
    },
    ...{ headers: new Headers(), body: undefined, replyHeaders: undefined, replyBody: undefined },
    ...more,
  };
}

Deno.test("RequestLog keeps the last thousand requests, oldest first, and numbers continue after clearing", () => {
  const log = new RequestLog();
  for (let i = 1; i <= 1003; i++) log.add(note(`/${i}`));
  assertEquals(log.count(), 1000);
  assertEquals(log.list()[0]?.id, 4);
  assertEquals(log.list().at(-1)?.path, "/1003");
  log.clear();
  log.add(note("/next"));
  assertEquals(log.list().map(({ id, path }) => [id, path]), [[1004, "/next"]]);
});

Deno.test("RequestLog truncates a body, and distinguishes a missing body from an empty one", () => {
  const log = new RequestLog();
  log.add(note("/", { body: "x".repeat(5000), replyBody: "" }));
  const [entry] = log.list();
  assertEquals(
    { bodyLength: entry?.request.body?.length, body: entry?.reply.body, milliseconds: entry?.milliseconds },
    { bodyLength: 4096, body: "", milliseconds: 1.23 },
  );
  log.add(note("/"));
  assertEquals(log.list()[1]?.request.body, null);
});

Deno.test("RequestLog finds a text in URL, headers, bodies, faults and notes, but not the names of the parts", () => {
  const log = new RequestLog();
  const headers = new Headers({ "Content-Type": "text/x" });
  const replyBody = "a\nb\u0001";
  log.add(
    note("/me", { body: '{"title":"x"}', replyBody, headers, replyHeaders: headers, faults: ["f1"], notes: ["n1"] }),
  );
  for (const text of ["/ME", "content-type: text", '{"title":', "a\nb\u0001", "f1", "n1"]) {
    assertEquals(log.count({ text }), 1, text);
  }
  for (const text of ["notes", "replyBody", '"headers"', "undefined"]) assertEquals(log.count({ text }), 0, text);
});

Deno.test("RequestLog wakes a waiting caller at the last missing request or at the timeout", async () => {
  const log = new RequestLog();
  await log.reached(0, {}, never);
  let isReached = false;
  const waiting = log.reached(2, { path: "/me" }, never).then(() => isReached = true);
  for (const path of ["/me", "/other", "/other"]) log.add(note(path));
  await Promise.resolve();
  assertEquals(isReached, false);
  log.add(note("/me"));
  await waiting;
  await log.reached(9, {}, Promise.resolve());
});

Deno.test("RequestLog.add() reuses the space of a dropped request, whatever their lengths", () => {
  const log = new RequestLog();
  const bodyOf = (i: number) => "é漢🎵".repeat(i % 7) + i;
  for (let i = 1; i <= 3000; i++) log.add(note(`/${i}`, { replyBody: bodyOf(i), headers: new Headers({ a: `${i}` }) }));
  const read = log.list().map(({ id, request, reply }) => [id, request.headers.a, reply.body]);
  assertEquals(read, Array.from({ length: 1000 }, (_, i) => [2001 + i, `${2001 + i}`, bodyOf(2001 + i)]));
  assertEquals(log.find(2500)?.replyBody, bodyOf(2500));
  assertEquals(log.find(1500), undefined);
});
