import { assertEquals, assertRejects } from "@std/assert";
import type { GlobalValues } from "../../../cli/globals.ts";
import { itemWriter, listWriter, show, showAll } from "../../../cli/output/result.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

/** Returns the output of a writer in a pipe or at a terminal. */
async function written(
  write: (context: ReturnType<typeof testContext>) => Promise<void>,
  options: Partial<GlobalValues> = {},
  columns?: number,
): Promise<string> {
  const on = testHost({ columns });
  await write(testContext(on, options));
  return on.stdout.replaceAll("\r", "");
}

Deno.test("tonearm: a single result is a card, a document, a line, or selected fields", async () => {
  const value = { id: 1, user: { name: "a" } };
  const one = (options: Partial<GlobalValues>) => written((context) => show(context, value, () => "drawn\n"), options);
  assertEquals(await one({}), "drawn\n");
  assertEquals(JSON.parse(await one({ json: true })), value);
  assertEquals(await one({ jsonl: true }), '{"id":1,"user":{"name":"a"}}\n');
  assertEquals(await one({ json: ["user.name"], jsonl: true }), '{"user.name":"a"}\n');
});

Deno.test("tonearm: an item of a batch has a state unless fields are chosen; a warning is a line of JSON", async () => {
  const batch = (options: Partial<GlobalValues>) =>
    written(async (context) => {
      const { write, fail, end } = itemWriter<{ id: number }>(context, () => "drawn\n");
      await write({ id: 1 });
      await fail({ error: "why" });
      await end();
    }, options);
  assertEquals(JSON.parse(await batch({ json: true })), [{ status: "ok", id: 1 }, { error: "why" }]);
  assertEquals(await batch({ json: ["id"], jsonl: true }), '{"id":1}\n{"error":"why"}\n');
  const on = testHost();
  await testContext(on, { json: true }).warn("code", "Text");
  assertEquals(on.stderr, '{"warning":"code","message":"Text"}\n');
});

Deno.test("tonearm: several results are one array or one line each; no results are an empty array or nothing", async () => {
  const all = (values: { id: number }[], options: Partial<GlobalValues>) =>
    written((context) => showAll(context, values, ({ id }) => `<${id}>\n`), options);
  assertEquals(JSON.parse(await all([{ id: 1 }, { id: 2 }], { json: true })), [
    { status: "ok", id: 1 },
    { status: "ok", id: 2 },
  ]);
  assertEquals(await all([{ id: 1 }, { id: 2 }], { json: ["id"], jsonl: true }), '{"id":1}\n{"id":2}\n');
  assertEquals(await all([{ id: 1 }, { id: 2 }], {}), "<1>\n<2>\n");
  assertEquals([await all([], { json: true }), await all([], { jsonl: true }), await all([], {})], ["[]\n", "", ""]);
});

Deno.test("tonearm: at a terminal, a blank line separates cards of several lines, but not single lines", async () => {
  const draw = (text: string) => (context: ReturnType<typeof testContext>) => showAll(context, [{}, {}], () => text);
  assertEquals(await written(draw("a\nb\n"), {}, 80), "a\nb\n\na\nb\n");
  assertEquals(await written(draw("a\n"), {}, 80), "a\na\n");
  assertEquals(await written(draw("a\nb\n")), "a\nb\na\nb\n");
});

Deno.test("tonearm: fields that a result of unknown kind doesn't have are rejected before any output", async () => {
  const on = testHost();
  const context = testContext(on, { json: ["nme"] });
  await assertRejects(() => show(context, { name: "a" }, () => ""), Error, 'Unknown field "nme"');
  assertEquals(on.stdout, "");
  assertEquals(
    await written((all) => show(all, { kind: "track", id: 1 }, () => ""), { json: ["bpm"], jsonl: true }),
    '{"bpm":null}\n',
  );
});

for (
  const [form, options, wanted] of [
    ["a JSON array", { json: true }, '[\n  {\n    "n": 1\n  },\n  {\n    "n": 2\n  },\n  {\n    "n": 3\n  }\n]\n'],
    ["JSON lines", { jsonl: true }, '{"n":1}\n{"n":2}\n{"n":3}\n'],
    ["tab-separated values", {}, "1\n2\n3\n"],
  ] as const
) {
  Deno.test(`tonearm: a long list written in pieces is one list: ${form}`, async () => {
    const columns = [{ title: "N", value: ({ n }: { n: number }) => String(n) }];
    const text = await written(async (context) => {
      const writer = listWriter(context, columns);
      await writer.write([{ n: 1 }, { n: 2 }]);
      await writer.write([]);
      await writer.write([{ n: 3 }]);
      await writer.end();
    }, options);
    assertEquals(text, wanted);
  });
}

Deno.test("tonearm: a terminal of unknown width has 80 columns, or COLUMNS", () => {
  const on = (env: Record<string, string>, columns?: number) => testContext(testHost({ env, columns })).columns;
  assertEquals([on({}), on({ COLUMNS: "33" }), on({ COLUMNS: "many" }), on({ COLUMNS: "33" }, 44)], [80, 33, 80, 44]);
});
