/**
 * Programs that use the npm packages.
 *
 * @module
 */

/** Uses the library in both ways, and prints what it found. */
export const USE = `
import { createRequire } from "node:module";
import * as imported from "@tonearm/client";
import { FileTokenStore } from "@tonearm/client/file";
import { MemoryRateLimiter } from "@tonearm/client/limits";
import { RedisTokenStore } from "@tonearm/client/redis";
const require = createRequire(import.meta.url);
const required = require("@tonearm/client");
const error = new required.ServiceError(404, "Not Found");
console.log(JSON.stringify({
  names: Object.keys(imported).length === Object.keys(required).length,
  client: new imported.ServiceClient({ clientId: "id", clientSecret: "secret" }).auth.generateCodeVerifier().length,
  one: error instanceof imported.ServiceError && imported.ServiceError.is(error),
  stores: [FileTokenStore, MemoryRateLimiter, RedisTokenStore, require("@tonearm/client/redis").RedisCache].map(({ name }) => name),
}));
`;
/** The output of {@linkcode USE}. */
export const FOUND: object = {
  names: true,
  client: 43,
  one: true,
  stores: ["FileTokenStore", "MemoryRateLimiter", "RedisTokenStore", "RedisCache"],
};

/** Reads a track of an in-process sandbox. */
export const SANDBOX = `
import { createRequire } from "node:module";
import { ServiceClient } from "@tonearm/client";
import { loadSandbox } from "@tonearm/sandbox";
for (const load of [loadSandbox, createRequire(import.meta.url)("@tonearm/sandbox").loadSandbox]) {
  const createSandbox = await load();
  const sandbox = createSandbox();
  const client = new ServiceClient(sandbox.clientConfig);
  client.setToken(sandbox.issueTokens().access_token);
  const { collection } = await client.search.tracks("lofi");
  const stream = await client.tracks.getStreamUrl(collection[0].urn);
  const playlist = await sandbox.fetch(stream);
  console.log((await playlist.text()).split("\\n")[0]);
  sandbox.close();
}
`;

/** Exports a catalogue to a folder, changes a title, and prints the changes. */
export const CATALOGUE = `
import { readFile, rm, writeFile } from "node:fs/promises";
import { ServiceClient } from "@tonearm/client";
import { createSandbox } from "@tonearm/sandbox";
import { applyCatalogue, planCatalogue, pullCatalogue } from "tonearm/catalogue";
const sandbox = createSandbox();
const client = new ServiceClient(sandbox.clientConfig);
client.setToken(sandbox.issueTokens().access_token);
await pullCatalogue(client, "catalogue");
const rows = (await readFile("catalogue/tracks.csv", "utf8")).split("\\n");
rows[1] = rows[1].replace(/^([^,]+),("[^"]*"|[^,]*)/, "$1,Renamed");
await writeFile("catalogue/tracks.csv", rows.join("\\n"));
const { actions } = await planCatalogue(client, "catalogue");
console.log(actions.map(({ kind, changes }) => kind + " " + Object.keys(changes)).join());
await applyCatalogue(client, "catalogue", await planCatalogue(client, "catalogue"), { journal: "uploads.jsonl" });
console.log((await planCatalogue(client, "catalogue")).actions.length);
await rm("catalogue", { recursive: true });
sandbox.close();
`;

/** Stubs the global `fetch` between two clients. */
export const STUBBED = `
import { getTrack, ServiceClient } from "@tonearm/client";
function signedIn() {
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret" });
  client.setToken("t0");
  return client;
}
test("npm/: the stub answers", async () => {
  const before = signedIn();
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ title: "stubbed" })));
  const tracks = [before.tracks.getTrack(1), signedIn().tracks.getTrack(1), getTrack("t0", 1)];
  expect((await Promise.all(tracks)).map(({ title }) => title)).toEqual(Array(3).fill("stubbed"));
  vi.unstubAllGlobals();
});
`;
