/**
 * Writes the lock file of the packages in use: `deno.jsr.lock` with those of JSR, `deno.lock` with their stand-ins.
 *
 * `deno.jsr.lock` keeps its versions; the checksums of JSR's packages are fetched again from the registry. If `git
 * diff` then shows no change, the file in the repository matches the registry. New ranges of deno.json are added.
 * With `--check`, a difference is a failure.
 */
import { chooseConfig, isLinked, REAL_LOCK } from "../deno.ts";
import { projectFiles } from "../project_files.ts";

const ROOT = new URL("../../", import.meta.url);

/** The relevant parts of a lock file. */
interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly jsr?: Readonly<Record<string, { readonly integrity: string }>>;
}

/** Removes the checksums of JSR's packages from a lock file, and keeps the resolved versions. */
export function withoutSums(text: string): string {
  const { jsr: _, ...rest }: Lock = JSON.parse(text);
  return `${JSON.stringify(rest, null, 2)}\n`;
}

/** Every module of the project, without stand-ins and nested projects, which have their own packages. */
async function sources(): Promise<string[]> {
  const { exclude }: { exclude: string[] } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const paths = await projectFiles("*.ts", "*.mjs");
  return paths.filter((path) => !exclude.some((folder) => path.startsWith(folder)));
}

async function install(args: readonly string[]): Promise<number> {
  const config = await chooseConfig("install");
  const words = ["install", "-q", "--frozen=false", "--config", config, ...args];
  return (await new Deno.Command(Deno.execPath(), { args: words, cwd: ROOT }).spawn().status).code;
}

/** Writes the lock file of JSR's packages; a failure leaves it as it was, since without checksums it accepts anything. */
async function relock(file: URL, before: string | undefined): Promise<number> {
  const paths = await sources();
  if (before !== undefined) await Deno.writeTextFile(file, withoutSums(before));
  const code = await install([`--lock=${REAL_LOCK}`, "--entrypoint", ...paths]);
  if (code !== 0 && before !== undefined) await Deno.writeTextFile(file, before);
  return code;
}

async function lock(isCheck: boolean): Promise<number> {
  const linked = isLinked(await chooseConfig("install"));
  const name = linked ? "deno.lock" : REAL_LOCK;
  const file = new URL(name, ROOT);
  const before = await Deno.readTextFile(file).catch(() => undefined);
  const code = linked ? await install([]) : await relock(file, before);
  if (code !== 0 || !isCheck || await Deno.readTextFile(file) === before) return code;
  console.error(`${name} is not what the registry gives: commit the result of deno task lock`);
  return 1;
}

if (import.meta.main) Deno.exit(await lock(Deno.args.includes("--check")));
