/** The stand-ins of `offline/`, published under the names of the packages that they replace. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyTree, pack } from "../../scripts/check/check_packages.ts";

/** The folders of the stand-ins that the packages import. */
export const STAND_INS = ["offline/cliffy_command", "offline/std_cli"] as const;
/** How they are published. */
export const OPTIONS: readonly string[] = ["-q", "--no-check", "--token", "rehearsal", "--no-provenance"];

/** Copies the project, adds the stand-ins to its workspace, and makes the required ones publishable. */
export async function publishable(tree: string): Promise<void> {
  await copyTree(tree);
  await pack(tree);
  const config = JSON.parse(await Deno.readTextFile(join(tree, "deno.json")));
  const all = (await Array.fromAsync(Deno.readDir(join(tree, "offline")))).map(({ name }) => `./offline/${name}`);
  const workspace = [...new Set([...config.workspace, ...all])];
  await writeFile(join(tree, "deno.json"), JSON.stringify({ ...config, workspace }));
  for (const name of STAND_INS) {
    const path = join(tree, name, "deno.json");
    const { publish: _, ...manifest } = JSON.parse(await Deno.readTextFile(path));
    await writeFile(path, JSON.stringify({ ...manifest, license: "MIT" }));
  }
}
