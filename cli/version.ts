/** The version of the program, the library and the sandbox; `deno.json` holds the same. */
export const VERSION = "1.15.0";
