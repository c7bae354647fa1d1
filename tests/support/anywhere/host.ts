/** Stands in for `sandbox/node.ts`: the host of a page. */
import { type Host, host } from "../../../sandbox/base/host.ts";
import { type LoadOptions, loadSandbox as loadInPage } from "../../../sandbox/web.ts";

/** Loads SQLite from what the place has given. */
export function loadSandbox(): ReturnType<typeof loadInPage> {
  return loadInPage((globalThis as { given?: LoadOptions }).given);
}

await loadSandbox();

export const nodeHost: Host = host();
