import { join } from "node:path";
import { copyTree } from "../../scripts/check/check_packages.ts";
import { chooseConfig } from "../../scripts/deno.ts";
import { temporaryFolder, writeFiles } from "../support/folder.ts";
import { type Ran, ran, without } from "../support/programs.ts";

/** A copy of the project. */
export interface Tree extends AsyncDisposable {
  /** Changes a file, or creates it. */
  change(path: string, change: (text: string) => string): Promise<void>;
  read(path: string): Promise<string>;
  remove(path: string): Promise<void>;
  /** Runs one of its scripts, as its task does. */
  run(script: string, ...args: string[]): Promise<Ran>;
}

async function copy(): Promise<Tree> {
  const place = await temporaryFolder();
  const folder = place.path;
  await copyTree(folder);
  const config = join(folder, "deno.linked.json");
  const chosen = await Deno.readTextFile(await chooseConfig());
  await Deno.writeTextFile(config, chosen);
  await Deno.copyFile(new URL("../../deno.lock", import.meta.url), join(folder, "deno.lock"));
  const options = { env: { TONEARM_DENO_CONFIG: config, TONEARM_SKIPS: "" }, cwd: folder };
  await ran("git", ["init", "-q"], options);
  return {
    change: async (path, change) =>
      await writeFiles(folder, { [path]: change(await Deno.readTextFile(join(folder, path)).catch(() => "")) }),
    read: (path) => Deno.readTextFile(join(folder, path)),
    remove: (path) => Deno.remove(join(folder, path)),
    run: (script, ...args) =>
      ran(Deno.execPath(), ["run", "-A", "-q", "--config", config, `scripts/${script}`, ...args], options),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

/** Defines a test that runs in its own copy of the project. */
export function inTree(name: string, body: (tree: Tree) => Promise<void>): Deno.TestDefinition {
  return {
    name,
    ignore: without("git"),
    async fn() {
      await using tree = await copy();
      await body(tree);
    },
  };
}
