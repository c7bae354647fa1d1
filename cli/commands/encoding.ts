import type { Context } from "../context.ts";
import { Failure } from "../errors.ts";
import { LIKELY_ENCODING, UNKNOWN_ENCODING } from "../fields/text_file.ts";
import { confirm } from "../output/prompt.ts";
import { clean } from "../output/text.ts";

/** Reads files, and on a terminal asks for the encoding if they aren't Unicode. Returns the encoding. */
export async function chooseEncoding(
  context: Context,
  given: string | undefined,
  read: (encoding: string | undefined) => Promise<unknown>,
): Promise<string | undefined> {
  try {
    await read(given);
    return given;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== UNKNOWN_ENCODING || !context.interactive) throw error;
    await context.say(`${clean(error.message)}\n${clean(error.hint.split(". ")[0] ?? "")}.\n`);
    if (!await confirm(context, "Read it so?")) throw error;
    await read(LIKELY_ENCODING);
    return LIKELY_ENCODING;
  }
}
