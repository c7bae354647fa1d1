/**
 * Writes the lock file of the packages in use: `deno.jsr.lock` with those of JSR, `deno.lock` with their stand-ins.
 *
 * The versions that `deno.jsr.lock` has stay; the sums of JSR's packages are taken anew, from the registry that answers. So
 * where `git diff` finds nothing afterwards, the file in the repository is that of the registry. Ranges that deno.json has
 * gained are added.
 *
 * @module
 */
import { chooseConfig, isLinked, REAL_LOCK } from "./deno.ts";

const ROOT = new URL("../", import.meta.url);

/** What of a lock file is of interest here. */
interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly jsr?: Readonly<Record<string, { readonly integrity: string }>>;
}

/** The text of a lock file without the sums of JSR's packages; the versions that its ranges lead to stay. */
export function withoutSums(text: string): string {
  const { jsr: _, ...rest }: Lock = JSON.parse(text);
  return `${JSON.stringify(rest, null, 2)}\n`;
}

/** Every module that may import a package of this project: stand-ins and projects within the project have their own. */
async function sources(): Promise<string[]> {
  const { exclude }: { exclude: string[] } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.mjs"];
  const { stdout } = await new Deno.Command("git", { args, cwd: ROOT }).output();
  const paths = new TextDecoder().decode(stdout).trim().split("\n");
  return paths.filter((path) => !exclude.some((folder) => path.startsWith(folder)));
}

async function install(args: readonly string[]): Promise<number> {
  const config = await chooseConfig("install");
  const words = ["install", "-q", "--frozen=false", "--config", config, ...args];
  return (await new Deno.Command(Deno.execPath(), { args: words, cwd: ROOT }).spawn().status).code;
}

async function lock(): Promise<number> {
  if (isLinked(await chooseConfig("install"))) return await install([]);
  const file = new URL(REAL_LOCK, ROOT);
  const before = await Deno.readTextFile(file).catch(() => undefined);
  if (before !== undefined) await Deno.writeTextFile(file, withoutSums(before));
  return await install([`--lock=${REAL_LOCK}`, "--entrypoint", ...await sources()]);
}

if (import.meta.main) Deno.exit(await lock());
