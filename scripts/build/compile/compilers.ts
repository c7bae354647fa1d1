// The two compilers: each puts its runtime and the program in one file.
import { isRelease } from "../../deno.ts";
import { ran } from "../../ran.ts";
import type { CompilerName } from "../notices/runtimes.ts";

/** The Bun version that compiles if none is installed. */
const BUN = "1.4.5";

/** The names of a platform. */
export interface Target {
  /** Deno's name; missing if Deno has no runtime for it. */
  readonly deno?: string;
  readonly bun: string;
}

/** The platforms. Platforms that only Bun supports are never part of a release. */
export const TARGETS: Readonly<Record<string, Target>> = {
  "linux-x64": { deno: "x86_64-unknown-linux-gnu", bun: "bun-linux-x64-baseline" },
  "linux-arm64": { deno: "aarch64-unknown-linux-gnu", bun: "bun-linux-arm64" },
  "linux-x64-musl": { bun: "bun-linux-x64-musl-baseline" },
  "linux-arm64-musl": { bun: "bun-linux-arm64-musl" },
  "macos-x64": { deno: "x86_64-apple-darwin", bun: "bun-darwin-x64" },
  "macos-arm64": { deno: "aarch64-apple-darwin", bun: "bun-darwin-arm64" },
  "windows-x64": { deno: "x86_64-pc-windows-msvc", bun: "bun-windows-x64-baseline" },
};

/** Compiles for platforms. */
export interface Compiler {
  readonly name: CompilerName;
  /** The version of the embedded runtime. */
  readonly version: string;
  /** Compiles a module for a platform, to a path. */
  compile(target: Target, module: string, path: string): Promise<void>;
}

/** A failed command, with its output. */
class CommandFailure extends Error {}

/** Runs a command and returns its stdout. */
export async function run(command: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await ran(command, args);
  if (!success) throw new CommandFailure(stdout + stderr);
  return stdout;
}

/** Permissions of a file that Deno compiled. */
export const PERMISSIONS: readonly string[] = ["-P=binary", "--no-prompt"];

/**
 * Compiles with Deno. Without `--no-code-cache`, a file would load V8's bytecode from a path in the shared temporary
 * folder that another user of the machine can foresee and write.
 */
function withDeno(config: string): Compiler {
  const own = ["--no-code-cache", "--app-name", "tonearm"];
  const options = ["-q", "--no-check", "--no-lock", "--config", config, ...PERMISSIONS, ...own];
  return {
    name: "deno",
    version: Deno.version.deno,
    async compile({ deno }, module, path) {
      if (deno === undefined) throw new Error("Deno has no runtime for this platform: compile it --with bun");
      // A file carries the time of its module.
      await Deno.utime(module, 0, 0);
      await run(Deno.execPath(), ["compile", ...options, "--target", deno, "-o", path, module]);
    },
  };
}

/** Compiles with Bun, so that the file reads neither `.env` nor `bunfig.toml` of the current folder. */
async function withBun(): Promise<Compiler> {
  const [command, ...first]: readonly [string, ...string[]] = await isInstalled("bun")
    ? ["bun"]
    : ["npx", "-y", `bun@${BUN}`];
  const options = ["build", "--compile", "--minify", "--format=esm"];
  const closed = ["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"];
  return {
    name: "bun",
    version: (await run(command, [...first, "--version"])).trim(),
    async compile({ bun }, module, path) {
      // Bytecode halves the start and takes 6 MB, with which the largest file, that for Windows, would weigh over 120 MB.
      const speed = bun.includes("windows") ? [] : ["--bytecode"];
      await run(command, [
        ...first,
        ...options,
        ...speed,
        ...closed,
        `--target=${bun}`,
        module,
        "--outfile",
        path,
      ]);
    },
  };
}

async function isInstalled(program: string): Promise<boolean> {
  return await run(program, ["--version"]).then(() => true, () => false);
}

/** Whether Deno can download its runtime, tested with an empty program. */
async function canCompile(): Promise<boolean> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-compile-" });
  try {
    await Deno.writeTextFile(`${folder}/empty.js`, "");
    await run(Deno.execPath(), ["compile", "-q", "--no-config", "-o", `${folder}/empty`, `${folder}/empty.js`]);
    return true;
  } catch (error) {
    // The message of deno compile for the download.
    if (error instanceof CommandFailure && error.message.includes("Setting up base binary")) return false;
    throw error;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Chooses Deno if its runtime is available, otherwise Bun.
 *
 * @throws {Error} When a release requests Bun.
 */
export async function chooseCompiler(choice: string | undefined, config: string): Promise<Compiler> {
  if (choice === "bun" && isRelease()) {
    throw new Error("Cannot compile a release with Bun: its files know no permissions");
  }
  if (choice === "deno" || isRelease()) return withDeno(config);
  if (choice !== "bun" && await canCompile()) return withDeno(config);
  if (choice !== "bun") {
    console.error("Deno's runtime can't be downloaded here: Bun compiles instead, whose files know no permissions.");
  }
  return await withBun();
}
