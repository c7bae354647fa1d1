/**
 * The licences of what is bundled, which have to come along.
 *
 * @module
 */

interface Package {
  readonly name: string;
  readonly version: string;
  readonly localPath: string;
}

/** Writes `NOTICES.md`, with the licence of each package behind the sandbox and the command line. */
export async function writeNotices(config: string): Promise<void> {
  const packages = new Map<string, Package>();
  for (const entry of ["sandbox/mod.ts", "cli/main.ts"]) {
    for (const found of await packagesOf(entry, config)) packages.set(`${found.name}@${found.version}`, found);
  }
  const sorted = [...packages].toSorted(([a], [b]) => a < b ? -1 : 1);
  const parts = await Promise.all(sorted.map(async ([id, found]) => `## ${id}\n\n${await licence(found)}\n`));
  await Deno.writeTextFile("npm/NOTICES.md", `# What is bundled\n\n${parts.join("\n")}`);
}

async function packagesOf(entry: string, config: string): Promise<Package[]> {
  const args = ["info", "--json", "--no-lock", "--config", config, entry];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
  const { npmPackages }: { npmPackages: Record<string, Package> } = JSON.parse(new TextDecoder().decode(stdout));
  return Object.values(npmPackages);
}

/** The text that a package brings, or else the name that it gives. */
async function licence({ localPath }: Package): Promise<string> {
  for await (const { name, isFile } of Deno.readDir(localPath)) {
    if (isFile && /^licen[cs]e/i.test(name)) return (await Deno.readTextFile(`${localPath}/${name}`)).trim();
  }
  const { license } = JSON.parse(await Deno.readTextFile(`${localPath}/package.json`));
  return `License: ${license}`;
}
