/**
 * Serves tests/session/kept_worker.ts, as bundled, in workerd, and prints what its requests get. `node kept_worker.mjs
 * <toolbox> <bundle>`
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import process from "node:process";
import { setTimeout } from "node:timers/promises";

const { Miniflare, Response } = createRequire(`${process.argv[2]}/`)("miniflare");
let requests = 0;
const worker = new Miniflare({
  modules: [{ type: "ESModule", path: "worker.mjs", contents: await readFile(process.argv[3] ?? "", "utf8") }],
  compatibilityDate: "2026-01-01",
  /** The service. */
  async outboundService(/** @type {Request} */ request) {
    requests++;
    if (request.url.endsWith("/99")) await setTimeout(60_000, undefined, { ref: false });
    return Response.json({ id: 1, kind: "track" });
  },
});
/** @param {string} path */
const get = (path) => worker.dispatchFetch(`http://worker${path}`).then((reply) => reply.text());
/** @type {Record<string, number>} */
const answers = {};
try {
  const joined = await get("/joined");
  const first = requests;
  const expired = await get("/expired");
  for (let i = 0; i < 500; i++) {
    for (const text of await Promise.all([get("/"), get("/")])) answers[text] = (answers[text] ?? 0) + 1;
  }
  console.log(JSON.stringify({ joined, first, expired, answers }));
} finally {
  await worker.dispose();
}
