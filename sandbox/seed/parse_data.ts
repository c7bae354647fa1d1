import { checkFile, type WorldFile } from "./world_file.ts";

/**
 * Reads a world from the text of a file: its data, and its seed, clock, strictness and settings.
 *
 * @param text JSON or YAML, which JSON is a part of.
 * @param source Name of the file, for messages.
 * @returns Its data and its initial state, for {@linkcode createSandbox}.
 * @throws {TypeError} When it is neither, or not the data of a world: naming the file, the path and the field.
 *
 * @example
 * ```ts
 * import { createSandbox, parseWorldData } from "@tonearm/sandbox";
 *
 * const data = await parseWorldData("users: [{ permalink: ann }]", "world.yaml");
 * using sandbox = createSandbox({ ...data, empty: true });
 * console.log(sandbox.issueTokens("ann").token_type); // "bearer"
 * ```
 */
export async function parseWorldData(text: string, source: string): Promise<WorldFile> {
  const { parse } = await import("yaml");
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 }) ?? {};
  } catch (error) {
    throw new TypeError(`Cannot read ${source}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return checkFile(value, source);
}
