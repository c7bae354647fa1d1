import { assertEquals } from "@std/assert";
import { runInProcess } from "../../support/cli/test_host.ts";

const ENV = { TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" };

const listed: typeof globalThis.fetch = () =>
  Promise.resolve(Response.json({
    collection: [1, 2, 3].map((id) => ({ kind: "track", id, urn: `u${id}`, title: `T${id}`, bpm: 100 + id })),
  }));

const run = (...argv: string[]) => runInProcess(argv, { env: ENV, fetch: listed });

Deno.test("tonearm --jq runs on the whole list, on each result with --jsonl, and on selected fields", async () => {
  assertEquals((await run("search", "x", "--jq", "map(.id)")).stdout, "[1,2,3]\n");
  assertEquals((await run("search", "x", "--jq", ".[].title")).stdout, "T1\nT2\nT3\n");
  assertEquals((await run("search", "x", "--jsonl", "--jq", ".bpm # tempo")).stdout, "101\n102\n103\n");
  assertEquals((await run("search", "x", "--json=id", "--jq", ".[0]")).stdout, '{"id":1}\n');
  assertEquals((await run("search", "x", "--jq", "empty")).stdout, "");
});

Deno.test("tonearm --template formats a list as a whole or item by item", async () => {
  assertEquals((await run("search", "x", "--template", "{{range .}}{{.title}} {{end}}")).stdout, "T1 T2 T3 ");
  assertEquals((await run("search", "x", "--jsonl", "--template", '{{.title}}{{"\\n"}}')).stdout, "T1\nT2\nT3\n");
});
