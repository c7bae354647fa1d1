/**
 * Builds the three npm packages in `npm/`: the library, the sandbox, and the program, which depends on the two.
 *
 * dnt converts the sources to modules for Node; each entry is then bundled into one file with its declarations.
 */
import { emptyDir } from "@deno/dnt";
import { chooseConfig } from "../deno.ts";
import { bundleCommandLine } from "./npm/bundle.ts";
import { makeModules } from "./npm/modules.ts";
import { manifestOf, type NpmPackage, PACKAGES, PROGRAM, ROOT } from "./npm/packages.ts";
import { isolatedTypes, rollUp } from "./npm/rollup.ts";
import { writeManPages } from "../docs/reference/man.ts";
import { noticesOf, render } from "./notices.ts";
import { type Inside, packagesOf } from "./notices/inside.ts";

/** Writes the code and the declarations of a package; returns the packages of others in its code. */
async function writeCode(pack: NpmPackage, config: string, out: string): Promise<readonly Inside[]> {
  if (pack !== PROGRAM) {
    await makeModules(pack, config);
    return packagesOf(await rollUp(pack, out));
  }
  const inside = await bundleCommandLine(config, `${out}/bin`);
  await Deno.writeTextFile(`${out}/bin/catalogue/mod.d.ts`, await isolatedTypes("cli/catalogue/mod.ts"));
  return inside;
}

async function buildPackage(pack: NpmPackage, config: string): Promise<void> {
  const out = `npm/${pack.folder}`;
  await emptyDir(out);
  const man = pack === PROGRAM ? await writeManPages(`${out}/man`) : [];
  const inside = await writeCode(pack, config, out);
  await Deno.writeTextFile(`${out}/NOTICES.md`, render(await noticesOf(inside)));
  await Deno.writeTextFile(`${out}/package.json`, `${JSON.stringify(await manifestOf(pack, man), null, 2)}\n`);
  await Deno.copyFile("LICENSE", `${out}/LICENSE`);
  await Deno.copyFile(pack.readme, `${out}/README.md`);
}

/** Builds the packages, or those of the named folders, from the root of the project. */
async function buildPackages(config: string, folders: readonly string[]): Promise<void> {
  const unknown = folders.find((name) => !PACKAGES.some(({ folder }) => folder === name));
  if (unknown !== undefined) throw new Error(`There is no package ${unknown}`);
  const packages = PACKAGES.filter(({ folder }) => folders.length === 0 || folders.includes(folder));
  for (const pack of packages) await buildPackage(pack, config);
  const names = packages.map(({ folder }) => `npm/${folder}`).join(", ");
  console.log(`Ready: ${names}. \`npm publish ./npm/client\` and so on.`);
}

if (import.meta.main) {
  Deno.chdir(ROOT);
  await buildPackages(await chooseConfig(), Deno.args);
}
