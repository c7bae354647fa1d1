/**
 * Another library for the same service, to compare with. It's fetched when a bench asks for it, and part of nothing.
 *
 * @module
 */
import { toolbox } from "../../tests/release/toolbox.ts";

/** Brings the package and gives the folder of packages that it is in. */
export async function peerFolder(): Promise<string> {
  return `${await toolbox("soundcloud-api-ts")}/node_modules`;
}
