import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../errors.ts";
import type { Environment } from "../host/host.ts";
import { dataDirectory, writePrivately } from "../host/paths.ts";
import { readJson } from "../output/json.ts";

export interface Left {
  readonly words: readonly string[];
  readonly search: boolean;
  readonly station: boolean;
  readonly limit: number;
  readonly index: number;
  readonly seconds: number;
}

function pathIn(env: Environment): string {
  return join(dataDirectory(env), "play.json");
}

export async function readLeft(env: Environment): Promise<Left> {
  const text = await readFile(pathIn(env), "utf8").catch(() => undefined);
  const left = text === undefined ? undefined : parse(text);
  if (left) return left;
  throw new Failure("not_found", "There is nothing to resume", {
    hint: "`tonearm play` saves the position when you leave it with q or Ctrl-C.",
  });
}

/** Stores the position. A failure to store it is ignored. */
export async function keepLeft(env: Environment, left: Left): Promise<void> {
  await writePrivately(pathIn(env), `${JSON.stringify(left)}\n`).catch(() => {});
}

export async function forgetLeft(env: Environment): Promise<void> {
  await rm(pathIn(env), { force: true });
}

function parse(text: string): Left | undefined {
  const { words, search, station, limit, index, seconds } = Object(readJson(text));
  const isWhole = Array.isArray(words) && [limit, index, seconds].every((number) => number >= 0);
  return isWhole ? { words, search: search === true, station: station === true, limit, index, seconds } : undefined;
}
