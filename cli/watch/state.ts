import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { makePrivateFolder } from "@tonearm/client/file";
import { absent, usage } from "../errors.ts";
import { replacePrivately } from "../host/paths.ts";
import { readJson } from "../output/json.ts";

export interface Watched {
  readonly source: string;
  readonly service: string;
  /** The URN of the signed-in user, if the source depends on the user. */
  readonly account?: string | undefined;
}

/** Reads the position from a state file; undefined without a file. The state of another watch is rejected. */
export async function readPlace(file: string, watched: Watched): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch((error) => absent(error, file));
  if (text === undefined) return undefined;
  const state: Record<string, unknown> = Object(readJson(text));
  if (typeof state.place !== "string") throw usage(`${file} is not the state of a watch`, "Name another file.");
  const differs = (["source", "service", "account"] as const).find((key) => state[key] !== watched[key]);
  if (!differs) return state.place;
  throw usage(
    `${file} is the state of another watch: its ${differs} is ${JSON.stringify(state[differs])}`,
    "Choose another file: each watch needs its own.",
  );
}

export async function keepPlace(file: string, watched: Watched, place: string): Promise<void> {
  const path = resolve(file);
  await makePrivateFolder(dirname(path));
  await replacePrivately(path, `${JSON.stringify({ ...watched, place }, undefined, 2)}\n`);
}
