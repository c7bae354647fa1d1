// The program as one module, and the packages in it. Both compilers use the same bytes.
import { BUILD, bundle, markBuild, withoutPlaces } from "../npm/bundle.ts";
import { type Inside, packagesIn } from "../notices/inside.ts";
import type { CompilerName } from "../notices/runtimes.ts";

/** The program, ready to be compiled. */
export interface Program {
  /** Path of its module. */
  readonly path: string;
  /** The third-party packages in it. */
  readonly inside: readonly Inside[];
}

/** Bundles the program for a compiler. */
export async function bundleProgram(config: string, compiler: CompilerName, out: string): Promise<Program> {
  const readable = `${out}/cli.js`;
  const [placeless, path] = [`${out}/placeless.js`, `${out}/tonearm.js`];
  await bundle(config, "--platform", "deno", "-o", readable, "cli/main.ts");
  const text = await Deno.readTextFile(readable);
  const inside = packagesIn(text);
  if (text.match(BUILD)?.length !== 1) throw new Error("The program has no place for how it was built");
  // The names of modules depend on the folder of the build, and the short names of the smaller file on them.
  await Deno.writeTextFile(placeless, withoutPlaces(markBuild(text, `file:${compiler}`)));
  await bundle(config, "--platform", "deno", "--minify", "-o", path, placeless);
  return { path, inside };
}
