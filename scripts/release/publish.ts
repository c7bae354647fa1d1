/**
 * Publishes the three packages on JSR, in the order in which they need each other, from a copy of the tree.
 *
 * The copy is what the dry run checks: `deno.json` itself keeps npm packages in `node_modules`, which publishing would look for in vain.
 */
import { copyTree, pack } from "../check/check_packages.ts";

const PACKAGES = [".", "sandbox", "cli"];

/**
 * Publishes packages of a tree, one after the other.
 *
 * @param tree The folder of the packages.
 * @param folders The packages, in order.
 * @param options Options of `deno publish`.
 * @param env Additional environment variables.
 */
export async function publish(
  tree: string,
  folders: readonly string[],
  options: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<void> {
  for (const folder of folders) {
    const args = ["publish", "--allow-dirty", ...options];
    const { success } = await new Deno.Command(Deno.execPath(), { args, env, cwd: `${tree}/${folder}` }).spawn().status;
    if (!success) throw new Error(`Cannot publish ${folder}`);
  }
}

if (import.meta.main) {
  const tree = await Deno.makeTempDir({ prefix: "tonearm-publish-" });
  try {
    await copyTree(tree);
    await pack(tree);
    await publish(tree, PACKAGES, Deno.args);
  } finally {
    await Deno.remove(tree, { recursive: true });
  }
}
