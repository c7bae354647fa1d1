import { assertEquals, assertMatch } from "@std/assert";
import { runInProcess, screenLines } from "../../../support/cli/test_host.ts";

const ENV = { TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" };

const TRACKS = [
  { title: "Beta", bpm: 120, playback_count: 9, license: "cc-by", created_at: "2026/01/02 00:00:00 +0000" },
  { title: "alpha", bpm: 0, playback_count: 1000, license: "all-rights-reserved", access: "preview" },
  { title: "Gamma", bpm: 128, playback_count: 30, license: "cc-by", sharing: "private" },
].map((track, index) => ({ kind: "track", id: index, urn: `u${index}`, duration: 1000, ...track }));

/** A service with these tracks, which records its requests. */
function service() {
  const queries: Record<string, string>[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    queries.push(Object.fromEntries(new URL(input instanceof Request ? input.url : String(input)).searchParams));
    return Promise.resolve(Response.json({ collection: TRACKS }));
  };
  return {
    queries,
    run: (line: string, columns?: number) => runInProcess(line.split(" "), { env: ENV, fetch, columns }),
  };
}

Deno.test("tonearm search --bpm, --duration, --since and --until narrow the search at the service", async () => {
  for (
    const [line, expected] of [
      ["--bpm 120-128", { "bpm[from]": "120", "bpm[to]": "128" }],
      ["--bpm 120", { "bpm[from]": "120", "bpm[to]": "120" }],
      ["--bpm=-90", { "bpm[to]": "90" }],
      ["--duration 3m-6m", { "duration[from]": "180000", "duration[to]": "360000" }],
      ["--duration 1h30m-", { "duration[from]": "5400000" }],
      ["--duration 2:30-1:00:00", { "duration[from]": "150000", "duration[to]": "3600000" }],
      ["--since 2026-01-01", { "created_at[from]": "2026-01-01 00:00:00" }],
      ["--until 2026-02-01T12:00:00Z", { "created_at[to]": "2026-02-01 12:00:00" }],
    ] as const
  ) {
    const { queries, run } = service();
    assertEquals((await run(`search x ${line}`)).code, 0, line);
    const { q, ...rest } = queries[0] ?? {};
    assertEquals(q, "x");
    assertEquals(
      Object.fromEntries(Object.entries(rest).filter(([name]) => name.includes("["))),
      { ...expected },
      line,
    );
  }
});

Deno.test("tonearm search --license filters the pages locally, because the service can't", async () => {
  const { queries, run } = service();
  const { stdout } = await run("search x --license cc-by --limit 1 --jsonl --json=title --quiet");
  assertEquals({ stdout, limit: queries[0]?.limit }, { stdout: '{"title":"Beta"}\n', limit: "200" });
});

Deno.test("tonearm search: a table marks previews, blocked and private tracks only if there are any", async () => {
  const { run } = service();
  const [head = "", ...rows] = screenLines((await run("search x", 100)).stdout);
  assertMatch(head, /LIKES +ACCESS +URN$/);
  assertEquals(rows.map((row) => /preview|private/.exec(row)?.[0] ?? ""), ["", "preview", "private"]);
});
