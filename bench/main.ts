/**
 * Runs every bench of this folder, or those named, each in a process of its own, and prints their figures as one table.
 *
 * @module
 */
import { chooseConfig } from "../scripts/deno.ts";
import { type Figure, isGood, table } from "./figure.ts";

const HERE = new URL("./", import.meta.url);

function benches(): string[] {
  return [...Deno.readDirSync(HERE)].map(({ name }) => name).filter((name) => name.endsWith("_bench.ts")).sort();
}

async function run(file: string): Promise<Figure[]> {
  console.error(`${file} …`);
  const args = ["run", "-q", "--config", await chooseConfig(), "-P=test", new URL(file, HERE).pathname];
  const { success, stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
  if (!success) throw new Error(`${file} failed`);
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.startsWith("{")).map((line) =>
    JSON.parse(line)
  );
}

const named = Deno.args.map((name) => `${name.replace(/(_bench)?(\.ts)?$/, "")}_bench.ts`);
const figures: Figure[] = [];
for (const file of named.length > 0 ? named : benches()) figures.push(...await run(file));
console.log(table(figures));
if (!figures.every(isGood)) Deno.exit(1);
