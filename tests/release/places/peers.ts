/** Runs the clients of the comparison on docs/index.md in each runtime: an app's token and a track, from a sandbox. */
import { ROOT, toolbox } from "../toolbox.ts";
import { bundleFor, folderIn, inChromium, runtimeOf, withSandbox, writeFiles } from "./start.ts";
import type { Project } from "../packed.ts";
import { type Peer, type Place, PLACES } from "./table.ts";

/** How a program gets each client. */
const MODULES: Readonly<Record<Peer, string>> = {
  tonearm: "@tonearm/client",
  "soundcloud-api-ts": "soundcloud-api-ts",
  fetch: "./plain.cjs",
};
const PLAIN = `exports.getClientToken = async (client_id, client_secret) => {
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  const authorization = "Basic " + btoa(client_id + ":" + client_secret);
  const init = { method: "POST", body, headers: { authorization } };
  return (await fetch("https://secure.soundcloud.com/oauth/token", init)).json();
};
exports.getTrack = async (token, id) =>
  (await fetch("https://api.soundcloud.com/tracks/" + id, { headers: { authorization: "OAuth " + token } })).json();
`;
/** Leads the requests to the sandbox. A page must not contain a secret, so it uses a user's token. */
const READ = `globalThis.contract = async ({ baseUrl, authUrl, clientId, clientSecret, users }) => {
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { hostname, pathname, search } = new URL(input);
    return send((hostname.startsWith("api") ? baseUrl : authUrl) + pathname + search, init);
  };
  const isPage = typeof document === "object";
  const { access_token } = isPage ? users[0] : await peer.getClientToken(clientId, clientSecret);
  return (await peer.getTrack(access_token, 1078)).title;
};
`;
const RUN = `contract(JSON.parse(process.env.TONEARM_CONTRACT)).then(console.log);\n`;
const WORKER = `export class SessionObject {}
export default {
  async fetch(request) {
    return Response.json(await contract(await request.json()).then((value) => ({ value }), () => ({})));
  },
};
`;
const TITLE = "Lost Window (lofi study mix)";

/** Returns the runtimes in which a client runs, and the only form if another one fails. */
export async function runtimesOf(peer: Peer, project: Project): Promise<string> {
  const folder = await folderIn(await toolbox("soundcloud-api-ts"), `peer-${peer}`, project);
  const imported = `import * as peer from "${MODULES[peer]}";\n${READ}`;
  await writeFiles(folder, {
    "import.mjs": imported + RUN,
    "require.cjs": `const peer = require("${MODULES[peer]}");\n${READ}${RUN}`,
    "bundle.mjs": imported + WORKER,
    "plain.cjs": PLAIN,
  });
  const worker = (...flags: string[]) => inWorker(folder, flags);
  const forms: Record<string, Record<string, () => Promise<boolean>>> = {
    Node: {
      "`import`": () => inEach("Node", folder, "import.mjs"),
      "`require()`": () => inEach("Node", folder, "require.cjs"),
    },
    Deno: { "": () => inEach("Deno", folder, "import.mjs") },
    Bun: { "": () => inEach("Bun", folder, "import.mjs") },
    workerd: { "": () => worker(), "with `nodejs_compat`": () => worker("nodejs_compat") },
    Chromium: { "": () => inPage(folder) },
  };
  const cells = [];
  for (const [runtime, ways] of Object.entries(forms)) {
    const working = [];
    for (const [form, works] of Object.entries(ways)) if (await works()) working.push(form);
    if (working.length === Object.keys(ways).length) cells.push(runtime);
    else if (working.length > 0) cells.push(`${runtime} (only ${working.join()})`);
  }
  return cells.join(", ");
}

/** Runs a program in each version of a runtime that is in the table. */
async function inEach(name: string, folder: string, program: string): Promise<boolean> {
  const versions = PLACES.filter((place) => place.kind === "runtime" && place.name === name && place.way === "npm");
  for (const place of versions) if (!await prints(place, folder, program)) return false;
  return versions.length > 0;
}

async function prints(place: Place, folder: string, program: string): Promise<boolean> {
  const command = [...await runtimeOf(place), program];
  return await withSandbox(command, folder).then(({ stdout }) => stdout.trim() === TITLE, () => false);
}

async function inWorker(folder: string, flags: readonly string[]): Promise<boolean> {
  const bundle = await bundleFor({ folder }, "bundle.mjs", "workerd,worker,browser");
  const args = [`${ROOT}tests/contract/in_workerd.mjs`, bundle, "/", "1", ...flags];
  const { stdout } = await withSandbox(["node", ...args], await toolbox("miniflare"));
  return stdout.includes(TITLE);
}

async function inPage(folder: string): Promise<boolean> {
  const bundle = await bundleFor({ folder }, "bundle.mjs", "browser");
  return (await inChromium(bundle, "a page")).includes(TITLE);
}
