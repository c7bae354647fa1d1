/**
 * The portable cases as a global function.
 *
 * @module
 */
import * as library from "@tonearm/client";
import { runPortable } from "./portable.mjs";
import { World } from "./world.mjs";

/** @param {import("./world.mjs").Settings} settings */
export const contract = (settings) => runPortable(new World(library, settings));

Object.assign(globalThis, { contract });
