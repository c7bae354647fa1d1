/**
 * Bundles the sandbox and the command line, with what they import from elsewhere.
 *
 * @module
 */
import ts from "typescript";

/** Where the command line goes; it finds the sandbox beside it. */
const COMMAND_LINE = "npm/bin";
const SANDBOX = "../esm/sandbox/mod.js";

/** Runs `deno bundle`. */
export async function bundle(config: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "-q", "--no-lock", "--config", config, ...args],
    stdout: "null",
  }).output();
  if (!success) throw new Error(`Cannot bundle ${args.at(-1)}: ${new TextDecoder().decode(stderr)}`);
}

/** Puts the sandbox, whole, in the place of its modules. */
export async function bundleSandbox(config: string): Promise<void> {
  const shared = ["--platform", "deno", "sandbox/mod.ts"];
  for (const [format, folder] of [["esm", "esm"], ["cjs", "script"]] as const) {
    const path = `npm/${folder}/sandbox/mod.js`;
    await bundle(config, "--format", format, "-o", path, ...shared);
    await Deno.writeTextFile(path, forOldNode(withoutPlaces(await Deno.readTextFile(path)), "mod.js"));
  }
}

/** Takes away where the packages were on this machine: the bundler says so in comments and in the names of modules. */
function withoutPlaces(text: string): string {
  return text.replaceAll(/(?:\.\.\/)+[^"'\s]*\/npm\/[^/"'\s]+\//g, "npm:");
}

/** Bundles the command line in parts, so that each command loads what it needs and no more. */
export async function bundleCommandLine(config: string): Promise<void> {
  const options = ["--platform", "deno", "--code-splitting", "--external", "@tonearm/sandbox"];
  await bundle(config, ...options, "--outdir", COMMAND_LINE, "cli/main.ts");
  for await (const { name } of Deno.readDir(COMMAND_LINE)) {
    const path = `${COMMAND_LINE}/${name}`;
    const text = withoutPlaces(await Deno.readTextFile(path)).replaceAll('"@tonearm/sandbox"', `"${SANDBOX}"`);
    await Deno.writeTextFile(path, forOldNode(text, name));
  }
  await Deno.chmod(`${COMMAND_LINE}/main.js`, 0o755);
  await Deno.writeTextFile(`${COMMAND_LINE}/package.json`, `${JSON.stringify({ type: "module" })}\n`);
}

/** Node 20 and 22 have no `using` declarations. */
function forOldNode(text: string, fileName: string): string {
  const { outputText } = ts.transpileModule(text, {
    fileName,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, allowJs: true },
  });
  return outputText;
}
