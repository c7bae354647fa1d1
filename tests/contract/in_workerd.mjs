/**
 * Runs the portable cases inside workerd, without Node's compatibility. `node in_workerd.mjs <bundle>`, in the toolbox.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import process from "node:process";

const { Miniflare } = createRequire(`${process.cwd()}/`)("miniflare");
const worker = new Miniflare({
  modules: [{ type: "ESModule", path: "worker.mjs", contents: await readFile(process.argv[2] ?? "", "utf8") }],
  compatibilityDate: "2026-01-01",
});
try {
  const reply = await worker.dispatchFetch("http://worker/", { method: "POST", body: process.env.TONEARM_CONTRACT });
  console.log(await reply.text());
} finally {
  await worker.dispose();
}
