/**
 * Sends requests to the worker inside workerd, without Node's compatibility unless a flag adds it, and prints the
 * answers:
 * `node in_workerd.mjs <bundle> <path> <requests> [flag…]`, in the toolbox.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import process from "node:process";

const { Miniflare } = createRequire(`${process.cwd()}/`)("miniflare");
const [, , bundle = "", path = "/", requests = "1", ...compatibilityFlags] = process.argv;
const worker = new Miniflare({
  modules: [{ type: "ESModule", path: "worker.mjs", contents: await readFile(bundle, "utf8") }],
  compatibilityDate: "2026-01-01",
  compatibilityFlags,
  durableObjects: { SESSIONS: "SessionObject" },
});
try {
  const answers = new Map();
  for (let sent = 0; sent < Number(requests); sent += 2) {
    const replies = await Promise.all(
      [sent, sent + 1].filter((index) => index < Number(requests)).map(() =>
        worker.dispatchFetch(`http://worker${path}`, { method: "POST", body: process.env.TONEARM_CONTRACT })
      ),
    );
    for (const reply of replies) {
      const { value, error } = await reply.json();
      const answer = JSON.stringify(error ?? value);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  }
  console.log(JSON.stringify([...answers]));
} finally {
  await worker.dispose();
}
