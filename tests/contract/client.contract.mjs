/**
 * The contract: what the library promises, unchanged on every runtime that has `node:test`.
 *
 * `TONEARM_CONTRACT` holds what tests/contract/serve.ts printed. `deno task release runtimes` runs all of it.
 *
 * @module
 */
import process from "node:process";
import { test } from "node:test";
import * as library from "@tonearm/client";
import { groups } from "./groups.mjs";
import { portable } from "./portable.mjs";
import { sessions } from "./sessions.mjs";
import { World } from "./world.mjs";

const world = new World(library, JSON.parse(process.env.TONEARM_CONTRACT ?? "{}"));

for (const [name, run] of Object.entries({ ...portable, ...groups, ...sessions })) {
  test(name, () => run(world));
}
