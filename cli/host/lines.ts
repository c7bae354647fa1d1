/**
 * Lines of stdin, as they come.
 *
 * @module
 */
import process from "node:process";
import type { Input } from "./host.ts";

/** The first lines of a stream, without empty ones. The rest is left to the next program that reads it. */
export async function readFirstLines(stdin: Input, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(stdin.bytewise ?? stdin)) {
    if (lines.push(line.trim()) === count) break;
  }
  return lines;
}

/**
 * The lines of stdin while something else may end the wait for them. On Linux, what follows the last one is left to the
 * next program; a terminal does so by itself. Elsewhere, Node ends only after a read that has begun: there, a stream
 * that may stay open is read in pieces.
 */
export function pendingLines(stdin: Input): AsyncGenerator<string> {
  return linesOf(stdin.isTTY || process.platform !== "linux" ? stdin : stdin.bytewise ?? stdin);
}

/** The lines of a stream as they come, without empty ones. */
async function* linesOf(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stdin) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/[\r\n]+/);
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim() !== "");
  }
  if (rest.trim() !== "") yield rest;
}
