/**
 * Builds the three npm packages in `npm/`: the library, the sandbox, and the program, which depends on the two.
 *
 * dnt converts the sources to modules for Node; each entry is then bundled into one file with its declarations.
 *
 * @module
 */
import { emptyDir } from "@deno/dnt";
import { chooseConfig } from "../deno.ts";
import { bundleCommandLine } from "./npm/bundle.ts";
import { isolatedTypes } from "./npm/isolated.ts";
import { makeModules } from "./npm/modules.ts";
import { manifestOf, type NpmPackage, PACKAGES, PROGRAM, ROOT, SANDBOX } from "./npm/packages.ts";
import { rollUp } from "./npm/rollup.ts";
import { writeManPages } from "../docs/reference/man.ts";
import { programNotices, sandboxNotices } from "../release/notices.ts";

async function buildPackage(pack: NpmPackage, config: string): Promise<void> {
  const out = `npm/${pack.folder}`;
  await emptyDir(out);
  const man = pack === PROGRAM ? await writeManPages(`${out}/man`) : [];
  if (pack === PROGRAM) {
    await bundleCommandLine(config, `${out}/bin`);
    const types = await isolatedTypes("catalogue/mod.ts", new URL("cli/", ROOT));
    await Deno.writeTextFile(`${out}/bin/catalogue/mod.d.ts`, types);
    await Deno.writeTextFile(`${out}/NOTICES.md`, await programNotices(config));
  } else {
    await makeModules(pack, config);
    await rollUp(pack, out);
    if (pack === SANDBOX) await Deno.writeTextFile(`${out}/NOTICES.md`, await sandboxNotices());
  }
  await Deno.writeTextFile(
    `${out}/package.json`,
    `${JSON.stringify(await manifestOf(pack, man), null, pack.isSmall ? 0 : 2)}\n`,
  );
  await Deno.copyFile("LICENSE", `${out}/LICENSE`);
  await Deno.copyFile(pack.readme, `${out}/README.md`);
}

/** Builds the packages, from the root of the project. */
async function buildPackages(config: string): Promise<void> {
  await emptyDir("npm");
  for (const pack of PACKAGES) await buildPackage(pack, config);
}

if (import.meta.main) {
  Deno.chdir(ROOT);
  await buildPackages(await chooseConfig());
  console.log(
    `Ready: ${PACKAGES.map(({ folder }) => `npm/${folder}`).join(", ")}. \`npm publish ./npm/client\` and so on.`,
  );
}
