/**
 * Compiles the command line to a file for each platform, in `dist/`, and packs each with its licences into an archive. Beside them stand
 * the checksums of the archives.
 *
 * `deno task compile [--target linux-x64]… [--with deno|bun]`. Deno compiles where its runtime can be downloaded; elsewhere this says so,
 * and Bun, which comes from npm, compiles the bundle that Deno makes. A release (`TONEARM_REGISTRY=jsr`) takes Deno or fails.
 *
 * @module
 */
import { encodeHex } from "@std/encoding/hex";
import { parseArgs } from "node:util";
import { chooseConfig, isRelease, lockOption } from "./deno.ts";
import { bundle } from "./npm/bundle.ts";
import { notices } from "./notices.ts";

const ROOT = new URL("../", import.meta.url);
const OUT = "dist";
/** The Bun that compiles, where none is installed. */
const BUN = "bun@1.4.5";

interface Target {
  /** What Deno calls it. */
  readonly deno: string;
  /** What Bun calls it. */
  readonly bun: string;
}

const TARGETS: Readonly<Record<string, Target>> = {
  "linux-x64": { deno: "x86_64-unknown-linux-gnu", bun: "bun-linux-x64-baseline" },
  "linux-arm64": { deno: "aarch64-unknown-linux-gnu", bun: "bun-linux-arm64" },
  "macos-x64": { deno: "x86_64-apple-darwin", bun: "bun-darwin-x64" },
  "macos-arm64": { deno: "aarch64-apple-darwin", bun: "bun-darwin-arm64" },
  "windows-x64": { deno: "x86_64-pc-windows-msvc", bun: "bun-windows-x64-baseline" },
};

/** Compiles for a platform, to a path. */
type Compiler = (target: Target, path: string) => Promise<void>;

/** A command that failed, with what it said. */
class CommandFailure extends Error {}

async function run(command: string, args: readonly string[]): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args] }).output();
  const decoder = new TextDecoder();
  if (!success) throw new CommandFailure(decoder.decode(stdout) + decoder.decode(stderr));
}

/** What the file may do where Deno compiled it. */
export const PERMISSIONS: readonly string[] = ["-P=binary", "--no-prompt"];

/** Deno puts its runtime, the permissions and the modules in one file. */
function withDeno(config: string): Compiler {
  const options = ["-q", lockOption(), "--config", config, ...PERMISSIONS, "--exclude-unused-npm"];
  return ({ deno }, path) => run(Deno.execPath(), ["compile", ...options, "--target", deno, "-o", path, "cli/main.ts"]);
}

/** Bun puts its runtime and the bundle in one file, which reads neither `.env` nor `bunfig.toml` of the folder it is started in. */
async function withBun(config: string): Promise<Compiler> {
  const bundled = `${OUT}/cli.js`;
  await bundle(config, "--platform", "deno", "-o", bundled, "cli/main.ts");
  const [command, ...first] = await isInstalled("bun") ? ["bun"] : ["npx", "-y", BUN];
  const options = ["--compile", "--minify", "--format=esm"];
  const closed = ["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"];
  return ({ bun }, path) => {
    // Bytecode halves the start and takes 6 MB, with which the largest file, that for Windows, would weigh over 120 MB.
    const speed = bun.includes("windows") ? [] : ["--bytecode"];
    const args = [...options, ...speed, ...closed, `--target=${bun}`, bundled, "--outfile", path];
    return run(command ?? "", [...first, "build", ...args]);
  };
}

async function isInstalled(program: string): Promise<boolean> {
  return await run(program, ["--version"]).then(() => true, () => false);
}

/** Compiles with Deno, and from the first target on with Bun when Deno can't get at its runtime. */
async function compilerFor(choice: string | undefined, config: string): Promise<Compiler> {
  if (choice === "bun" && isRelease()) {
    throw new Error("Cannot compile a release with Bun: its files know no permissions");
  }
  if (choice === "bun") return await withBun(config);
  const first = withDeno(config);
  if (choice === "deno" || isRelease()) return first;
  let second: Compiler | undefined;
  return async (target, path) => {
    if (second) return await second(target, path);
    try {
      await first(target, path);
    } catch (error) {
      // The words of deno compile for the step that downloads; a module that is missing is another step's failure.
      if (!(error instanceof CommandFailure && error.message.includes("Setting up base binary"))) throw error;
      console.error("Deno's runtime can't be downloaded here: Bun compiles instead, whose files know no permissions.");
      second = await withBun(config);
      await second(target, path);
    }
  };
}

function fileName(name: string): string {
  return `tonearm-${name}${name.startsWith("windows") ? ".exe" : ""}`;
}

async function checksum(path: string): Promise<string> {
  return encodeHex(await crypto.subtle.digest("SHA-256", await Deno.readFile(path)));
}

/** Packs a file with what has to come along: the same input gives the same bytes. */
async function pack(name: string): Promise<string> {
  const archive = `tonearm-${name}.tar.gz`;
  const folder = `${OUT}/archive`;
  await Deno.mkdir(folder, { recursive: true });
  const program = `tonearm${name.startsWith("windows") ? ".exe" : ""}`;
  await Deno.copyFile(`${OUT}/${fileName(name)}`, `${folder}/${program}`);
  await Deno.copyFile(`${OUT}/NOTICES.md`, `${folder}/NOTICES.md`);
  await Deno.copyFile("LICENSE", `${folder}/LICENSE`);
  const fixed = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
  await run("tar", [
    "--create",
    "--file",
    `${OUT}/${archive}`,
    "--use-compress-program",
    "gzip -n9",
    ...fixed,
    "-C",
    folder,
    ".",
  ]);
  await Deno.remove(folder, { recursive: true });
  return archive;
}

async function compile(names: readonly string[], choice: string | undefined): Promise<void> {
  await Deno.mkdir(OUT, { recursive: true });
  const config = await chooseConfig();
  const compiler = await compilerFor(choice, config);
  await Deno.writeTextFile(`${OUT}/NOTICES.md`, await notices(config, lockOption()));
  const lines = [];
  for (const name of names) {
    const target = TARGETS[name];
    if (!target) throw new Error(`there is no target ${name}; known are ${Object.keys(TARGETS).join(", ")}`);
    await compiler(target, `${OUT}/${fileName(name)}`);
    const archive = await pack(name);
    lines.push(`${await checksum(`${OUT}/${archive}`)}  ${archive}\n`);
    console.log(`${OUT}/${archive}  ${((await Deno.stat(`${OUT}/${archive}`)).size / 1e6).toFixed(1)} MB`);
  }
  await Deno.writeTextFile(`${OUT}/SHA256SUMS`, lines.join(""));
}

if (import.meta.main) {
  const options = { target: { type: "string", multiple: true }, with: { type: "string" } } as const;
  const { values } = parseArgs({ args: Deno.args, options });
  Deno.chdir(ROOT);
  await compile(values.target ?? Object.keys(TARGETS), values.with);
}
