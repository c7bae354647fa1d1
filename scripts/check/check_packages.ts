/**
 * Rehearses the publication of the three packages, in a copy of the tree.
 *
 * If the stand-ins of `offline/` are in use, they are workspace members in the copy, because a package that imports a
 * link can't be published, and members with `"publish": false` are skipped.
 */
import { ASSETS, writeAssets } from "../dashboard.ts";
import { chooseConfig, readConfig } from "../deno.ts";
import { projectFiles } from "../project_files.ts";
import { ran } from "../ran.ts";

const ROOT = new URL("../../", import.meta.url);
const PACKAGES = [".", "cli", "sandbox"];
/** Files that no package may contain. */
const OUTSIDERS = /\/(offline|tests|bench|scripts|examples|docs|npm|dist)\/|deno\.[\w.]*lock|deno\.\w+\.json/;

interface Config {
  readonly workspace: readonly string[];
  readonly links?: readonly string[];
  readonly lock?: unknown;
  readonly imports: Record<string, string>;
}

/** Copies all files that git doesn't ignore. */
export async function copyTree(target: string): Promise<void> {
  for (const path of (await projectFiles()).filter((path) => path !== "deno.lock")) {
    const from = new URL(path, ROOT);
    if (!await Deno.stat(from).then(({ isFile }) => isFile, () => false)) continue;
    await Deno.mkdir(`${target}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.copyFile(from, `${target}/${path}`).catch((error) => {
      // The file was removed or renamed since it was listed.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}

/** Makes a copy what is published: with the dashboard's texts, and with stand-ins as members if they are in use. */
export async function pack(target: string): Promise<void> {
  const { links = [], lock: _lock, ...config } = await readConfig<Config>(await chooseConfig());
  await writeAssets(new URL(`file://${target}/${ASSETS}`));
  delete config.imports[`./${ASSETS}`];
  const workspace = [...config.workspace, ...links];
  await Deno.writeTextFile(`${target}/deno.json`, JSON.stringify({ ...config, workspace, lock: false }));
}

/** Rehearses one package: in its folder, only that package is published. */
async function rehearse(target: string, folder: string): Promise<string> {
  const args = ["publish", "--dry-run", "--allow-dirty", "--no-check"];
  const options = { cwd: `${target}/${folder}`, env: { NO_COLOR: "1" } };
  const { success, stdout, stderr } = await ran(Deno.execPath(), args, options);
  const text = stdout + stderr;
  const complaints = text.split("\n").filter((line) =>
    line.startsWith("   file:") && OUTSIDERS.test(line.replace(target, ""))
  );
  return success ? complaints.map((line) => `should not be published: ${line.trim()}`).join("\n") : text;
}

/** Returns the problems of publishing the packages. */
async function checkPackages(): Promise<string> {
  const target = await Deno.makeTempDir({ prefix: "tonearm-publish-" });
  try {
    await copyTree(target);
    await pack(target);
    const complaints = await Promise.all(PACKAGES.map((folder) => rehearse(target, folder)));
    return complaints.filter(Boolean).join("\n");
  } finally {
    await Deno.remove(target, { recursive: true });
  }
}

if (import.meta.main) {
  const complaints = await checkPackages();
  if (complaints) console.error(complaints);
  else console.log(`${PACKAGES.length} packages could be published.`);
  Deno.exit(complaints ? 1 : 0);
}
