import { accessSync, appendFileSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type Ran, ran } from "../../scripts/ran.ts";
import { toolbox } from "../release/toolbox.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/**
 * Names a file to which each skipped test adds its missing programs and its file, one line per test. The test runner summarises
 * them.
 */
const SKIPS = "TONEARM_SKIPS";

const warned = new Set<string>();

/**
 * Finds a program.
 *
 * @returns Its path, or `undefined` if it is neither in a folder of PATH nor in one of Debian's PostgreSQL.
 */
export function pathOf(program: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return [...folders, ...postgresFolders()].map((folder) => join(folder, program)).find(isExecutable);
}

/** Debian installs the programs of PostgreSQL outside PATH, the newest version last. */
function postgresFolders(): string[] {
  const packages = "/usr/lib/postgresql";
  return existsSync(packages)
    ? readdirSync(packages).toReversed().map((version) => join(packages, version, "bin"))
    : [];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Chromium without what only its windows need, which costs twice as much. */
export const CHROMIUM = "chromium-headless-shell";

/** Returns whether one of a test's programs is missing, and prints the reason for the skip, once per program. */
export function without(...programs: readonly string[]): boolean {
  return leaveOut(programs.filter((program) => !pathOf(program)));
}

/**
 * Installs npm packages that only some tests need.
 *
 * @returns The folder that they are installed in; `undefined` if npm's registry is unreachable.
 */
export async function fromNpm(...packages: Parameters<typeof toolbox>): Promise<string | undefined> {
  return await toolbox(...packages).catch(() => undefined);
}

/** Returns whether {@linkcode fromNpm} installed nothing, and prints that as the reason for the skip. */
export function withoutPackages(folder: string | undefined): boolean {
  return folder === undefined && leaveOut(["npm's registry"]);
}

/** Prints what is missing as the reason for a skip, and returns whether anything is. */
export function leaveOut(missing: readonly string[]): boolean {
  if (missing.length === 0) return false;
  for (const program of missing) {
    if (!warned.has(program)) console.warn(`ignoring tests that need ${program}: it is not installed`);
    warned.add(program);
  }
  const report = process.env[SKIPS];
  if (report) appendFileSync(report, `${missing.map((name) => name.replaceAll(" ", "_")).join(" ")}|${testFile()}\n`);
  return true;
}

/** The test file that asks, from the root of the repository. */
function testFile(): string {
  const paths = [...(new Error().stack ?? "").matchAll(/file:\/\/\S+?\.(?:ts|mjs)/g)].map(([url]) =>
    fileURLToPath(url)
  );
  const file = paths.findLast((path) => /_test\.\w+$/.test(path)) ?? paths.at(-1) ?? "";
  return relative(ROOT, file).replaceAll("\\", "/");
}

/**
 * Writes programs, by path. A shell writes them, because a process that this one starts while it has a file open would
 * keep it open for a moment, in which it can't be run ("Text file busy").
 */
export async function writePrograms(programs: Readonly<Record<string, string>>): Promise<void> {
  const script = 'while [ $# -gt 0 ]; do printf %s "$2" >"$1" && chmod 755 "$1" || exit 1; shift 2; done';
  const { success, output } = await ran("sh", ["-c", script, "sh", ...Object.entries(programs).flat()]);
  if (!success) throw new Error(`Cannot write ${Object.keys(programs).join(", ")}: ${output}`);
}

/** Writes a program. */
export async function writeProgram(path: string, text: string): Promise<void> {
  await writePrograms({ [path]: text });
}

export { type Ran, ran };

/** Runs a module with Deno and every permission, without a configuration. */
export async function ranModule(path: string, args: readonly string[], options?: Deno.CommandOptions): Promise<Ran> {
  return await ran(
    Deno.execPath(),
    ["run", "-A", "-q", "--no-config", "--no-lock", "--no-check", path, ...args],
    options,
  );
}

/** Runs a script of the project, as its task does. */
export async function ranScript(script: string, args: readonly string[], options?: Deno.CommandOptions): Promise<Ran> {
  const path = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url));
  const config = Deno.env.get("TONEARM_DENO_CONFIG");
  return await ran(
    Deno.execPath(),
    ["run", "-q", ...(config ? ["--config", config] : []), "-A", path, ...args],
    options,
  );
}
