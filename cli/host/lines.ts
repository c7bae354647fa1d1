import process from "node:process";
import type { Input } from "./host.ts";

/** Reads the first lines that are not empty, and leaves the rest to the next program. */
export async function readFirstLines(stdin: Input, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(stdin.bytewise ?? stdin)) if (lines.push(line.trim()) === count) break;
  return lines;
}

/**
 * Reads lines of stdin, while another event may end the wait for them. On Linux, the rest of the input is left to the
 * next program; a terminal does this by itself. Elsewhere, Node can't exit during a read, so the stream is read in
 * chunks.
 */
export function pendingLines(stdin: Input): AsyncGenerator<string> {
  return linesOf(stdin.isTTY || process.platform !== "linux" ? stdin : stdin.bytewise ?? stdin);
}

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
