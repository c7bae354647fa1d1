/** The version of the program, the library and the sandbox, as in `deno.json`. */
export const VERSION = "1.15.0";

/**
 * The build of this copy: `source` on JSR and in a clone, `npm` in the npm package, `file:deno` and `file:bun` in a
 * compiled executable. The builds replace the value.
 */
export const BUILD: "source" | "npm" | "file:deno" | "file:bun" = "source";
