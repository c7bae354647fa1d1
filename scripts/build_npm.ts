/**
 * Builds the npm package in `npm/`: ES modules, CommonJS, declarations and the command line, without any dependency.
 *
 * dnt makes the library. What the sandbox and the command line need from others is bundled into them.
 *
 * `--repository <url>` names the home of the sources, which provenance needs; a release passes it.
 *
 * @module
 */
import { build, emptyDir } from "@deno/dnt";
import { parseArgs } from "node:util";
import { chooseConfig } from "./deno.ts";
import { bundleCommandLine, bundleSandbox } from "./npm/bundle.ts";
import { describe, finishManifest } from "./npm/manifest.ts";
import { keepBundledOnly } from "./npm/prune.ts";
import { notices } from "./notices.ts";

const ROOT = new URL("../", import.meta.url);
const COPIED = ["README.md", "CHANGELOG.md", "LICENSE"];

/** The exports of the npm package, and their sources. */
async function entryPoints(): Promise<{ name: string; path: string }[]> {
  const { exports }: { exports: Record<string, string> } = JSON.parse(
    await Deno.readTextFile(new URL("deno.json", ROOT)),
  );
  return Object.entries({ ...exports, "./sandbox": "./sandbox/mod.ts" }).map(([name, path]) => ({ name, path }));
}

async function buildPackage(repository: string | undefined): Promise<void> {
  const config = await chooseConfig();
  await emptyDir("npm");
  await build({
    entryPoints: await entryPoints(),
    outDir: "npm",
    shims: {},
    typeCheck: false,
    test: false,
    skipSourceOutput: true,
    skipNpmInstall: true,
    package: await describe(repository),
    importMap: config,
    compilerOptions: { target: "ES2022", sourceMap: true, inlineSources: true },
  });
  await Promise.all([bundleSandbox(config), bundleCommandLine(config)]);
  await Promise.all(["npm/esm", "npm/script"].map(keepBundledOnly));
  await Deno.writeTextFile("npm/NOTICES.md", await notices(config, "--no-lock"));
  await Promise.all(COPIED.map((name) => Deno.copyFile(name, `npm/${name}`)));
  await finishManifest();
}

if (import.meta.main) {
  const { values } = parseArgs({ args: Deno.args, options: { repository: { type: "string" } } });
  Deno.chdir(ROOT);
  await buildPackage(values.repository);
  console.log("npm/ is ready: `npm pack ./npm`, `npm publish ./npm`.");
}
