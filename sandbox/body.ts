import { ApiFault } from "./errors.ts";

/** What forms and sign-outs may be: they are a few hundred bytes, and nothing needs to read more. */
const MOST_BYTES = 64 * 1024;

/**
 * Reads a small body as text.
 *
 * @throws {ApiFault} 413 once it is larger than any body of its kind has to be; the rest isn't read.
 */
export async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new ApiFault(413);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
