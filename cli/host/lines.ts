/**
 * Lines of stdin, as they come.
 *
 * @module
 */
import type { Input } from "./host.ts";

/** The first lines of a stream, without empty ones. The rest is left to the next program that reads it. */
export async function readFirstLines(stdin: Input, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(stdin.bytewise ?? stdin)) {
    if (lines.push(line.trim()) === count) break;
  }
  return lines;
}

/** The lines of a stream as they come, without empty ones. */
export async function* linesOf(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stdin) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/[\r\n]+/);
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim() !== "");
  }
  if (rest.trim() !== "") yield rest;
}
