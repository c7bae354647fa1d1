/**
 * Time and memory of `tonearm plan` for 5,000 tracks, as a process against a server.
 *
 * @module
 */
import { createSandbox } from "@tonearm/sandbox";
import { chooseConfig } from "../../deno.ts";
import { peakOf } from "./cli/programs.ts";
import { median, reportFigure } from "./figure.ts";

const TRACKS = 5000;
const ROUNDS = 5;
const MAIN = new URL("../../../cli/main.ts", import.meta.url).pathname;

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
const server = await sandbox.serve();
const env = {
  TONEARM_API_URL: server.url,
  TONEARM_AUTH_URL: server.url,
  TONEARM_TOKEN: sandbox.issueTokens("ann").access_token,
  TONEARM_DATA_DIR: `${folder}/data`,
};
try {
  const pulled = await run(["pull", `${folder}/catalogue`], env);
  const file = `${folder}/catalogue/tracks.csv`;
  Deno.writeTextFileSync(file, Deno.readTextFileSync(file).replaceAll("Ambient", "Drone"));
  const plans = [];
  for (let round = 0; round < ROUNDS; round++) plans.push(await run(["plan", `${folder}/catalogue`], env));
  if (pulled.code !== 0 || plans.some(({ code }) => code !== 2)) throw new Error("pull or plan failed");
  const name = "plan of 5,000 changed tracks";
  reportFigure({ name, value: median(plans.map(({ seconds }) => seconds)), unit: "s", bound: 10, good: "below" });
  const memory = Math.max(...plans.map(({ peakMib }) => peakMib));
  reportFigure({ name: `${name}, memory`, value: memory, unit: "MiB", bound: 200, good: "below" });
} finally {
  await server.close();
  sandbox.close();
  Deno.removeSync(folder, { recursive: true });
}
