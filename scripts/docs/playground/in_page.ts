import type { Sandbox } from "../../../sandbox/sandbox.ts";

/** The sandbox of the last program. */
export const current: { sandbox?: Sandbox | undefined } = {};

/** The dashboard's parts, which load after this module, ask the sandbox in the page; their commands are for the service. */
async function sandboxFetch(path: string, init?: RequestInit): Promise<Response> {
  if (current.sandbox === undefined) throw new TypeError("Cannot ask a sandbox: no program has made one");
  return await current.sandbox.fetch(new URL(path, "https://api.sandbox.test"), init);
}
Object.assign(globalThis, { sandboxFetch, sandboxOrigin: "https://api.soundcloud.com" });
