/**
 * Runs every bench of this folder, or the named ones, each in its own process, and prints their figures as one table.
 *
 * `deno task lab bench` runs all, `deno task lab bench library` those of the library, `deno task lab bench library_calls search`
 * two. With `--write`, it also updates the table of docs/contributing/performance.md.
 */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../deno.ts";
import { type Figure, isGood, table } from "./figure.ts";
import { write } from "./record.ts";

const HERE = new URL("./", import.meta.url);

function benches(names: readonly string[]): string[] {
  const files = [...Deno.readDirSync(HERE)].map(({ name }) => name).filter((name) => name.endsWith("_bench.ts")).sort();
  const unknown = names.filter((name) => !files.some((file) => file.startsWith(name)));
  if (unknown.length) {
    console.error(`There is no bench ${unknown.join(" ")}. There are: ${files.join(" ")}`);
    Deno.exit(2);
  }
  return names.length ? files.filter((file) => names.some((name) => file.startsWith(name))) : files;
}

async function run(file: string): Promise<Figure[]> {
  console.error(`${file} …`);
  const flags = ["-q", "--v8-flags=--expose-gc", "-P=test"];
  const args = ["run", "--config", await chooseConfig(), ...flags, fileURLToPath(new URL(file, HERE))];
  const { success, stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
  if (!success) throw new Error(`${file} failed`);
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.startsWith("{")).map((line) =>
    JSON.parse(line)
  );
}

const figures: Figure[] = [];
for (const file of benches(Deno.args.filter((arg) => arg !== "--write"))) figures.push(...await run(file));
console.log(table(figures));
if (Deno.args.includes("--write")) await write(figures);
if (!figures.every(isGood)) Deno.exit(1);
