/**
 * The commands that docs/sign-in.md gives for an empty folder.
 *
 * @module
 */

/** The commands for a runtime. */
export interface NewcomerBlock {
  /** `Deno`, `npm` or `Bun`. */
  readonly runtime: string;
  /** The block as the page has it. */
  readonly block: string;
  /** Its lines. */
  readonly commands: readonly string[];
}

/** The blocks of the page that stand below the name of a runtime. */
export async function newcomerBlocks(): Promise<NewcomerBlock[]> {
  const page = await Deno.readTextFile(new URL("../../docs/sign-in.md", import.meta.url));
  return [...page.matchAll(/\*\*(\w+)\*\*\n\n(```sh\n([^]*?)```)/g)].map(([, runtime = "", block = "", text = ""]) => ({
    runtime,
    block,
    commands: text.trimEnd().split("\n"),
  }));
}
