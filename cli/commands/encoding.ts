import type { Context } from "../context.ts";
import { Failure } from "../errors.ts";
import { LIKELY_ENCODING, UNKNOWN_ENCODING } from "../fields/text_file.ts";
import { confirm } from "../output/prompt.ts";
import { clean } from "../output/text.ts";

/** Does work that begins with reading files; on a terminal asks for the encoding if they aren't Unicode. */
export async function withEncoding<T>(
  context: Context,
  given: string | undefined,
  work: (encoding: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await work(given);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== UNKNOWN_ENCODING || !context.interactive) throw error;
    await context.say(`${clean(error.message)}\n${clean(error.hint.split(". ")[0] ?? "")}.\n`);
    if (!await confirm(context, "Read it so?")) throw error;
    return await work(LIKELY_ENCODING);
  }
}
