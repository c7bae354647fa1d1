import { assertEquals, assertMatch } from "@std/assert";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { emptyHome } from "../../../support/cli/cli.ts";
import { twoMonths } from "../../../support/insights/catalogue.ts";

const DAYS = ["--from", "2026-10-20", "--to", "2026-11-16"];
const PERIOD = ["--zone", "UTC", ...DAYS];

/** A home with a store, and the program in it. */
async function fixture() {
  const home = await emptyHome({ TONEARM_SANDBOX: "1" });
  const file = (name: string) => join(home.directory, name);
  const store = file("store.sqlite");
  await twoMonths(store);
  const run = async (...argv: string[]) => await home.run(["insights", ...argv, "--store", store]);
  return { run, file, store, home, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

Deno.test("tonearm insights export writes CSV, JSON Lines and Parquet that import reads back", async () => {
  await using insights = await fixture();
  for (const format of ["csv", "jsonl", "parquet"]) {
    await insights.run("export", "--format", format, "-o", insights.file(`counts.${format}`));
  }
  const jsonl = (await readFile(insights.file("counts.jsonl"), "utf8")).trimEnd().split("\n").map((row) =>
    JSON.parse(row)
  );
  const { buffer, byteOffset, byteLength } = await readFile(insights.file("counts.parquet"));
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const parquet = await parquetReadObjects({ file: bytes });
  const [, ...columns] = parquetMetadata(bytes).schema;
  assertEquals(columns.filter((column) => column.repetition_type !== "REQUIRED"), []);
  const plain = parquet.map((row) => ({
    ...row,
    count: Number(row.count),
    at: row.at.toISOString().replace(".000", ""),
  }));
  assertEquals(plain, jsonl);
  const stdout = (await insights.run("export")).stdout;
  assertEquals(stdout, await readFile(insights.file("counts.csv"), "utf8"));
  const other = ["--store", insights.file("other.sqlite"), "--user", "1"];
  const imported = await insights.home.run(["insights", "import", insights.file("counts.csv"), ...other]);
  assertMatch(imported.stdout, new RegExp(`^Imported ${jsonl.length.toLocaleString("en-US")} rows`));
  const sheet = insights.file("sheet.csv");
  await writeFile(sheet, "\ufeffDate;Track ID;Plays\n2026-01-01;1;1'200\n2026-01-02;1;1 300\n", "utf16le");
  assertMatch((await insights.run("import", sheet, "--user", "1")).stdout, /Imported 2 rows/);
  await writeFile(sheet, "Date,Track,Plays,Title\n2026-01-01,1,many,\xfc\n", "latin1");
  assertMatch((await insights.run("import", sheet, "--user", "1")).stderr, /line 2: "many" is not a whole number/);
  assertMatch(
    (await insights.run("import", insights.file("none.csv"), "--user", "1")).stderr,
    /There is no file .*none/,
  );
});

Deno.test("tonearm insights backup, thin and forget keep and remove what they say", async () => {
  await using insights = await fixture();
  // As processes, because SQLite copies files only with the program's permissions.
  const run = async (...argv: string[]) => {
    const { code, stdout, stderr } = await insights.home.start(["insights", ...argv, "--store", insights.store])
      .outcome;
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    return stdout;
  };
  const totals = async (store: string) =>
    (await insights.home.run(["insights", ...PERIOD, "--json=totals,tracks", "--store", store])).stdout;
  const before = await totals(insights.store);
  await run("backup", insights.file("copy.sqlite"));
  assertEquals(await totals(insights.file("copy.sqlite")), before);
  assertMatch(await run("forget", "--track", "1", "--yes"), /Forgot 1 /);
  assertMatch(await run("thin", "--all-days", "1", "--daily-days", "1"), /Merged \d+ readings/);
  assertMatch(await run("forget", "--yes"), /Forgot \d+ /);
  assertMatch((await insights.run()).stderr, /The store has no readings/);
  assertEquals(await totals(insights.file("copy.sqlite")), before);
});
