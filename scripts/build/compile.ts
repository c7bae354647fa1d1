/**
 * Compiles the command line to a file for each platform, in `dist/`, and packs each with its licences into an archive.
 * It also writes the checksums of the archives and a bill of materials.
 *
 * `deno task build compile [--target linux-x64]… [--with deno|bun]`. Deno compiles if its runtime can be downloaded;
 * otherwise Bun, which comes from npm, compiles the same bundle, with a message. A release (`TONEARM_REGISTRY=jsr`)
 * uses Deno or fails.
 */
import { hash } from "node:crypto";
import { parseArgs } from "node:util";
import { pack } from "./compile/archive.ts";
import { chooseCompiler, type Compiler, TARGETS } from "./compile/compilers.ts";
import { bundleProgram } from "./compile/program.ts";
import { chooseConfig } from "../deno.ts";
import { type Notice, noticesOf, render } from "./notices.ts";
import { type Work, writeBill } from "./notices/bill.ts";
import { type Inside, nameInNotices } from "./notices/inside.ts";
import { fileNotices } from "./notices/runtimes.ts";
import { requireSources } from "./notices/sources.ts";
import { currentVersion } from "../project.ts";

const ROOT = new URL("../../", import.meta.url);
const OUT = "dist";

/** The name of a platform's file. */
export function fileName(name: string): string {
  return `tonearm-${name}${name.startsWith("windows") ? ".exe" : ""}`;
}

async function checksum(path: string): Promise<string> {
  return hash("sha256", await Deno.readFile(path));
}

/** Compiles and packs for one platform; returns the line of the checksums. */
async function build(name: string, module: string, compiler: Compiler): Promise<string> {
  const target = TARGETS[name];
  if (!target) throw new Error(`there is no target ${name}; known are ${Object.keys(TARGETS).join(", ")}`);
  const program = `${OUT}/${fileName(name)}`;
  await compiler.compile(target, module, program);
  const archive = await pack(name, program, `${OUT}/NOTICES.md`, OUT);
  console.log(`${OUT}/${archive}  ${((await Deno.stat(`${OUT}/${archive}`)).size / 1e6).toFixed(1)} MB`);
  return `${await checksum(`${OUT}/${archive}`)}  ${archive}\n`;
}

/** Every platform for which the compiler has a runtime. */
function everyTarget({ name }: Compiler): readonly string[] {
  return Object.keys(TARGETS).filter((target) => TARGETS[target]?.[name] !== undefined);
}

/** Whether a work's source has to be included. */
function isCopyleft({ license }: Work): boolean {
  return license.startsWith("LGPL");
}

/** Writes the notices and the bill of materials of the files. */
async function describe(runtime: Compiler, notices: readonly Notice[], inside: readonly Inside[]): Promise<void> {
  const version = await currentVersion();
  requireSources(notices.filter(({ works = [] }) => works.some(isCopyleft)).map(({ name }) => name));
  const text = `${render(notices)}\n${fileNotices(runtime.name, runtime.version, version)}`;
  await Deno.writeTextFile(`${OUT}/NOTICES.md`, text);
  const byName = new Map(notices.map((notice) => [notice.name, notice]));
  const licenseOf = (one: Inside) => byName.get(nameInNotices(one)) ?? { license: undefined };
  await writeBill(`${OUT}/tonearm.cdx.json`, { version, inside, runtime, licenseOf });
}

/**
 * Writes the configuration that a file carries with it: the permissions, without the project's development. The bundle
 * imports no package.
 */
async function ownConfig(): Promise<string> {
  const { permissions: { binary }, unstable } = JSON.parse(await Deno.readTextFile("deno.json"));
  await Deno.writeTextFile(`${OUT}/deno.json`, JSON.stringify({ permissions: { binary }, unstable }));
  return `${OUT}/deno.json`;
}

async function compile(names: readonly string[] | undefined, choice: string | undefined): Promise<void> {
  await Deno.mkdir(OUT, { recursive: true });
  const config = await chooseConfig();
  const compiler = await chooseCompiler(choice, await ownConfig());
  const { path, inside } = await bundleProgram(config, compiler.name, OUT);
  await describe(compiler, await noticesOf(inside), inside);
  const lines = [];
  for (const name of names ?? everyTarget(compiler)) lines.push(await build(name, path, compiler));
  await Deno.writeTextFile(`${OUT}/SHA256SUMS`, lines.join(""));
}

if (import.meta.main) {
  const options = { target: { type: "string", multiple: true }, with: { type: "string" } } as const;
  const { values } = parseArgs({ args: Deno.args, options });
  Deno.chdir(ROOT);
  await compile(values.target, values.with);
}
