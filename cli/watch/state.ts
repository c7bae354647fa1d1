/**
 * The file in which a watch keeps its place.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Failure, usage } from "../errors.ts";
import { writePrivately } from "../host/paths.ts";

/** The watched source and the user. */
export interface Watched {
  /** The source, as the command line has it. */
  readonly source: string;
  /** Address of the service. */
  readonly service: string;
  /** URN of the signed-in user, where the source is theirs. */
  readonly account?: string | undefined;
}

/** The place in a file; undefined without a file. A state of another watch is rejected. */
export async function readPlace(file: string, watched: Watched): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw new Failure("failed", `Cannot read ${file}: ${error.message}`, { cause: error });
  });
  if (text === undefined) return undefined;
  const state = parse(text);
  if (typeof state.place !== "string") throw usage(`${file} is not the state of a watch`, "Name another file.");
  const differs = (["source", "service", "account"] as const).find((key) => state[key] !== watched[key]);
  if (!differs) return state.place;
  throw usage(
    `${file} is the state of another watch: its ${differs} is ${JSON.stringify(state[differs])}`,
    "Choose another file: each watch needs its own.",
  );
}

/** Keeps a place, in one step: an interruption leaves the old one or the new one. */
export async function keepPlace(file: string, watched: Watched, place: string): Promise<void> {
  await writePrivately(resolve(file), `${JSON.stringify({ ...watched, place }, undefined, 2)}\n`);
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
