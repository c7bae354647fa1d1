/** The commands for a runtime. */
export interface NewcomerBlock {
  /** `Deno`, `npm` or `Bun`. */
  readonly runtime: string;
  /** The block as on the page. */
  readonly block: string;
  /** Its lines. */
  readonly commands: readonly string[];
}

/** Returns the page's blocks below the name of a runtime. */
export async function newcomerBlocks(): Promise<NewcomerBlock[]> {
  const page = await Deno.readTextFile(new URL("../../../docs/guides/sign-in.md", import.meta.url));
  return [...page.matchAll(/\*\*(\w+)\*\*\n\n(```sh\n([^]*?)```)/g)].map(([, runtime = "", block = "", text = ""]) => ({
    runtime,
    block,
    commands: text.trimEnd().split("\n"),
  }));
}
