/**
 * The portable cases for a worker, as its `fetch`, and for a page, as a global function.
 *
 * @module
 */
import * as library from "@tonearm/client";
import { runPortable } from "./portable.mjs";
import { World } from "./world.mjs";

/** @param {import("./world.mjs").Settings} settings */
const contract = (settings) => runPortable(new World(library, settings));

Object.assign(globalThis, { contract });

export default {
  /** @param {Request} request */
  async fetch(request) {
    return Response.json(await contract(await request.json()));
  },
};
