import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { drawLevels, fetchLevels, fitLevels, readLevels } from "../../../cli/output/waveform.ts";
import { stubServer } from "../../support/cli/cli.ts";

const LEVELS = JSON.stringify({ width: 2, height: 2, samples: [1, 2] });

Deno.test("readLevels() reads heights as fractions, clamped to 0 to 1", () => {
  assertEquals(readLevels({ width: 4, height: 140, samples: [0, 70, 140, 200] }), [0, 0.5, 1, 1]);
});

Deno.test("readLevels() rejects anything but a waveform", () => {
  for (
    const value of [
      null,
      7,
      [],
      {},
      { height: 0, samples: [1] },
      { height: 10, samples: [] },
      { height: 10, samples: ["loud"] },
      { height: 10, samples: "1,2" },
    ]
  ) assertEquals(readLevels(value), undefined, JSON.stringify(value));
});

Deno.test("fitLevels() returns one level per column and keeps the loudest one", () => {
  const levels = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 2000 });
  fc.assert(fc.property(levels, fc.integer({ min: 1, max: 300 }), (all, columns) => {
    const fitted = fitLevels(all, columns);
    assertEquals(fitted.length, columns);
    assertEquals(Math.max(...fitted), Math.max(...all));
    assert(fitted.every((level) => level >= 0));
  }));
});

Deno.test("drawLevels() stacks blocks from the bottom, and draws silence as a thin line", () => {
  assertEquals(drawLevels([0, 0.5, 1], 1), ["▁▄█"]);
  assertEquals(drawLevels([0, 0.5, 0.75, 1], 2), ["  ▄█", "▁███"]);
});

Deno.test("fetchLevels() ignores a missing, invalid or oversized waveform, and sends no token", async () => {
  const replies = [
    new Response("", { status: 404 }),
    new Response("<html>"),
    new Response(LEVELS + " ".repeat(1_000_001)),
    new Response(LEVELS),
  ];
  const headers: (string | null)[] = [];
  await using service = stubServer((request) => {
    headers.push(request.headers.get("authorization"));
    return replies.shift() ?? new Response("");
  });
  const { signal } = new AbortController();
  const levels = () => fetchLevels(fetch, `${service.url}/w.png`, signal);
  assertEquals([await levels(), await levels(), await levels()], [undefined, undefined, undefined]);
  assertEquals(await levels(), [0.5, 1]);
  assertEquals(service.requests.at(-1), "GET /w.json");
  assert(headers.every((header) => header === null));
  assertEquals(await fetchLevels(fetch, "file:///etc/passwd", signal), undefined);
});
