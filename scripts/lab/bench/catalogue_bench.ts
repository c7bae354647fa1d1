// Requests, time and memory of `tonearm pull` and `tonearm plan` for 10,000 tracks, as processes against a server.
import { createSandbox } from "@tonearm/sandbox";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../deno.ts";
import { median, reportFigure } from "./figure.ts";

const TRACKS = 10_000;
const ROUNDS = 3;
const MAIN = fileURLToPath(new URL("../../../cli/main.ts", import.meta.url));

/** Returns the peak memory of a process so far, in MiB; 0 once it has ended. Deno itself may not read `/proc`. */
function peakOf(pid: number): number {
  const { stdout } = new Deno.Command("cat", { args: [`/proc/${pid}/status`], stderr: "null" }).outputSync();
  const [, kib = "0"] = /VmHWM:\s+(\d+)/.exec(new TextDecoder().decode(stdout)) ?? [];
  return Number(kib) / 1024;
}

/** Runs a command, and returns its exit code, its time and its peak memory. */
async function run(args: readonly string[], env: Record<string, string>) {
  const words = ["run", "-q", "--config", await chooseConfig(), "-P=cli", MAIN, ...args];
  const start = performance.now();
  const child = new Deno.Command(Deno.execPath(), { args: words, env, stdout: "piped" }).spawn();
  let peakMib = 0;
  const watching = setInterval(() => peakMib = Math.max(peakMib, peakOf(child.pid)), 100);
  const { code } = await child.output();
  clearInterval(watching);
  return { code, peakMib, seconds: (performance.now() - start) / 1000 };
}

const tracks = Array.from({ length: TRACKS }, (_, n) => ({
  title: `Track ${n}`,
  user: "ann",
  genre: "Ambient",
  description: "One line\nand another",
  tags: ["rain", "slow night"],
}));
const folder = Deno.makeTempDirSync();
const sandbox = createSandbox({ empty: true, users: [{ permalink: "ann" }], tracks });
let requests = 0;
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
  requests++;
  return sandbox.fetch(request);
});
const url = `http://127.0.0.1:${server.addr.port}`;
const env = {
  TONEARM_API_URL: url,
  TONEARM_AUTH_URL: url,
  TONEARM_TOKEN: sandbox.issueTokens("ann").access_token,
  TONEARM_DATA_DIR: `${folder}/data`,
};
try {
  const pulled = await run(["pull", `${folder}/catalogue`], env);
  reportFigure("pull of 10,000 tracks, requests", requests, "", { max: 60 });
  reportFigure("pull of 10,000 tracks", pulled.seconds, "s", { max: 60 });
  const same = [];
  for (let round = 0; round < ROUNDS; round++) same.push(await run(["plan", `${folder}/catalogue`], env));
  reportFigure("plan of 10,000 tracks", median(same.map(({ seconds }) => seconds)), "s", { max: 3 });
  const file = `${folder}/catalogue/tracks.csv`;
  Deno.writeTextFileSync(file, Deno.readTextFileSync(file).replaceAll("Ambient", "Drone"));
  const changed = await run(["plan", `${folder}/catalogue`], env);
  reportFigure("plan of 10,000 changed tracks", changed.seconds, "s", { max: 10 });
  const codes = [pulled, ...same, changed].map(({ code }) => code).join();
  if (codes !== "0,0,0,0,2") throw new Error(`pull or plan failed: ${codes}`);
  const memory = Math.max(...[pulled, ...same, changed].map(({ peakMib }) => peakMib));
  reportFigure("catalogue of 10,000 tracks, memory", memory, "MiB", { max: 200 });
} finally {
  await server.shutdown();
  sandbox.close();
  Deno.removeSync(folder, { recursive: true });
}
