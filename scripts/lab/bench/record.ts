// The figures of docs/contributing/performance.md.
import { execFileSync } from "node:child_process";
import { formatPage, marked } from "../../docs/format.ts";
import { type Figure, table } from "./figure.ts";

const PAGE = new URL("../../../docs/contributing/performance.md", import.meta.url);
const BLOCK = /<!-- bench -->(.*?)<!-- \/bench -->/s;

/** Describes the machine: its processor, and the runtimes. */
function machine(): string {
  const node = execFileSync("node", ["--version"], { encoding: "utf8" }).trim().slice(1);
  const { os, arch } = Deno.build;
  return `On ${navigator.hardwareConcurrency} cores (${os}, ${arch}), with Deno ${Deno.version.deno} and Node.js ${node}:`;
}

/** Writes the figures that the page shows into it. Those that weren't measured again stay. */
export async function write(figures: readonly Figure[]): Promise<void> {
  const page = await Deno.readTextFile(PAGE);
  const before = BLOCK.exec(page)?.[1];
  if (before === undefined) throw new Error("docs/contributing/performance.md has no place for figures");
  const shown = figures.filter(({ name }) => before.includes(`| ${name} `));
  const block = `${machine()}\n\n${table(shown, before)}`;
  await Deno.writeTextFile(PAGE, await formatPage(marked(page, "bench", block)));
}
