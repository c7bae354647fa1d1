import { assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { readCsv } from "../../../cli/fields/csv.ts";
import { commandTree, flatten } from "../../../scripts/docs/reference/tree.ts";
import { envOf, runInProcess } from "../../support/cli/test_host.ts";

const TITLE = 'Comma, "quoted"\nand a line';

async function run(argv: readonly string[]) {
  using sandbox = createSandbox();
  await sandbox.control.data.add({
    tracks: [{ title: TITLE, user: "night-ferry" }, { title: "=1+1", user: "night-ferry" }],
  });
  const env = { ...envOf(sandbox), TONEARM_CONFIG_DIR: "/nonexistent", TONEARM_DATA_DIR: "/nonexistent" };
  return await runInProcess(argv, { env, fetch: sandbox.fetch });
}

Deno.test("tonearm --csv: has a header and the columns of the table, with exact numbers", async () => {
  const { stdout } = await run(["tracks", "--csv", "--quiet", "--sort", "plays", "--limit", "3"]);
  const { names, rows } = readCsv(stdout, "stdout");
  assertEquals(names, ["title", "artist", "length", "plays", "likes", "urn"]);
  assertEquals(rows.length, 3);
  for (const { fields } of rows) assertMatch(fields.join(), /,\d+,\d+,soundcloud:tracks:\d+$/);
});

Deno.test("tonearm --csv=FIELDS: selects fields as --json does, quotes them, and lets a spreadsheet run none", async () => {
  const { stdout } = await run(["tracks", "--csv=title,user.username,bpm,user", "--quiet"]);
  const { names, rows } = readCsv(stdout, "stdout");
  assertEquals(names, ["title", "user.username", "bpm", "user"]);
  const byTitle = new Map(rows.map(({ fields: [title = "", ...others] }) => [title, others]));
  assertEquals(byTitle.get(TITLE)?.slice(0, 2), ["Night Ferry", ""]);
  assertEquals(JSON.parse(byTitle.get(TITLE)?.[2] ?? "").username, "Night Ferry");
  assertEquals(byTitle.get("'=1+1")?.[0], "Night Ferry");
});

Deno.test("tonearm --csv: every list has it, with the same limits, dates and order", async () => {
  const rows = flatten(await commandTree()).filter(({ options }) => options.some(([flag]) => flag.includes("--limit")));
  const lacking = (...flags: string[]) =>
    rows.filter(({ options }) => !flags.every((flag) => options.some(([one]) => one.includes(flag))))
      .map(({ path }) => path);
  assertEquals(lacking("--csv", "--all", "--sort", "--reverse"), ["tonearm play"]);
  assertEquals(lacking("--since", "--until"), ["tonearm playlist", "tonearm play", "tonearm feed"]);
  for (const path of [["station", "1184"], ["profile", "list"], ["config", "list"]]) {
    assertMatch((await run([...path, "--csv", "--quiet"])).stdout, /^[a-z ]+(,[a-z ]+)+\n/);
  }
});
