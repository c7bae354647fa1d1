/** The version of the program, the library and the sandbox; `deno.json` holds the same. */
export const VERSION = "1.15.0";

/**
 * How this copy was built: `source` on JSR and in a clone, `npm` in npm's package, `file:deno` and `file:bun` in a single
 * file, by the compiler. The builds put theirs in place of the first.
 */
export const BUILD: string = "source";
