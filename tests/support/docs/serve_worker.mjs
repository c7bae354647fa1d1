/**
 * Serves a worker with Durable Objects in workerd until it is ended: `node serve_worker.mjs <toolbox> <bundle>`.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import process from "node:process";

const { Miniflare } = createRequire(`${process.argv[2]}/`)("miniflare");
const { env } = process;
const worker = new Miniflare({
  modules: [{ type: "ESModule", path: "worker.mjs", contents: await readFile(process.argv[3] ?? "", "utf8") }],
  compatibilityDate: "2026-01-01",
  host: "127.0.0.1",
  port: Number(env.PORT),
  durableObjects: { SESSIONS: "SessionObject" },
  bindings: {
    CLIENT_ID: env.TONEARM_CLIENT_ID,
    CLIENT_SECRET: env.TONEARM_CLIENT_SECRET,
    API_URL: env.TONEARM_API_URL,
    AUTH_URL: env.TONEARM_AUTH_URL,
    REDIRECT_URI: "http://127.0.0.1:8765/callback",
  },
});
process.once("SIGTERM", () => worker.dispose());
console.log((await worker.ready).origin);
