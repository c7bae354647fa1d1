/**
 * Programs of the machine that some tests need: `ignore: without("ffmpeg")` leaves a test out where there is none, and says why.
 *
 * @module
 */
import { accessSync, appendFileSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { toolbox } from "../release/toolbox.ts";

/**
 * Names a file to which each test that is left out adds the programs that it misses, one line a test. The runner of the
 * tests sums them up.
 */
const SKIPS = "TONEARM_SKIPS";

const warned = new Set<string>();

/**
 * Finds a program.
 *
 * @param program Its name.
 * @returns Its path, or `undefined` where no folder of PATH, nor of Debian's PostgreSQL, holds it.
 */
export function pathOf(program: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return [...folders, ...postgresFolders()].map((folder) => join(folder, program)).find(isExecutable);
}

/** Debian keeps the programs of PostgreSQL out of PATH, the newest version last. */
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

/**
 * Tells whether one of a test's programs is missing, and prints the reason for leaving the test out, once a program.
 *
 * @param programs Names that are looked up in PATH.
 */
export function without(...programs: readonly string[]): boolean {
  return leaveOut(programs.filter((program) => !pathOf(program)));
}

/**
 * Brings packages of npm that only some tests need.
 *
 * @returns The folder that they are installed in; `undefined` where npm's registry can't be reached.
 */
export async function fromNpm(...packages: Parameters<typeof toolbox>): Promise<string | undefined> {
  return await toolbox(...packages).catch(() => undefined);
}

/** Tells whether {@linkcode fromNpm} brought nothing, and prints that as the reason for leaving a test out. */
export function withoutPackages(folder: string | undefined): boolean {
  return folder === undefined && leaveOut(["npm's registry"]);
}

/** Prints what is missing as the reason for leaving a test out, and tells whether anything is. */
export function leaveOut(missing: readonly string[]): boolean {
  if (missing.length === 0) return false;
  for (const program of missing) {
    if (!warned.has(program)) console.warn(`ignoring tests that need ${program}: it is not installed`);
    warned.add(program);
  }
  const report = process.env[SKIPS];
  if (report) appendFileSync(report, `${missing.map((name) => name.replaceAll(" ", "_")).join(" ")}\n`);
  return true;
}
