// Another library for the same service, for comparison. It's downloaded only when a bench needs it.
import { toolbox } from "../../../../tests/release/toolbox.ts";

/** Downloads the package and returns the folder that contains it. */
export async function peerFolder(): Promise<string> {
  return `${await toolbox("soundcloud-api-ts")}/node_modules`;
}
