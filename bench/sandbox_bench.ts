/**
 * How fast the sandbox is, and how small.
 *
 * @module
 */
import { createSandbox } from "@tonearm/sandbox";
import { chooseConfig } from "../scripts/deno.ts";
import { median, percentile, tell } from "./figure.ts";
import { load } from "./load.ts";
import type { Usage } from "./server.ts";

/** Enough to keep one core busy. */
const CONNECTIONS = 4;
/** So many times so many requests: 100,000. */
const ROUNDS = 5;
const REQUESTS = 20_000;
const SERVER = new URL("server.ts", import.meta.url).pathname;

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** From the start of the process until it could be called. */
  readonly readyMs: number;
  usage(): Promise<Usage>;
}

async function startServer(): Promise<Server> {
  const args = ["run", "-q", "--config", await chooseConfig(), "-P=test", SERVER];
  const start = performance.now();
  const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped" }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const line = async () => JSON.parse((await lines.read()).value ?? "");
  const { url, token } = await line();
  const readyMs = performance.now() - start;
  const input = child.stdin.getWriter();
  return {
    url,
    token,
    readyMs,
    async usage() {
      await input.write(new Uint8Array(1));
      return await line();
    },
    async [Symbol.asyncDispose]() {
      await input.close();
      await lines.cancel();
      await child.status;
    },
  };
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

async function measureStart(): Promise<void> {
  const [ready, idle]: [number[], number[]] = [[], []];
  for (let i = 0; i < 7; i++) {
    await using server = await startServer();
    ready.push(server.readyMs);
    idle.push((await server.usage()).memory);
  }
  tell({ name: "served, from the start of the process", value: median(ready), unit: "ms", bound: 300, good: "below" });
  tell({ name: "memory when idle", value: median(idle), unit: "MiB", bound: 80, good: "below" });
}

async function measureInProcess(): Promise<void> {
  createSandbox().close();
  const made: number[] = [];
  const reset: number[] = [];
  for (let i = 0; i < 21; i++) {
    made.push(time(() => createSandbox().close()));
    using sandbox = createSandbox();
    const start = performance.now();
    await sandbox.fetch("https://api.sandbox.test/_sandbox/reset", { method: "POST" });
    reset.push(performance.now() - start);
  }
  tell({ name: "one more instance in a process", value: median(made), unit: "ms", bound: 10, good: "below" });
  tell({ name: "reset", value: median(reset), unit: "ms", bound: 50, good: "below" });
}

/** Every track that a first page of the catalogue shows. */
async function trackPaths({ url, token }: Server): Promise<string[]> {
  const reply = await fetch(`${url}/tracks?limit=200`, { headers: { authorization: `OAuth ${token}` } });
  const tracks: { urn: string }[] = await reply.json();
  return tracks.map(({ urn }) => `/tracks/${urn}`);
}

async function measureLoad(): Promise<void> {
  await using server = await startServer();
  const target = { ...server, paths: await trackPaths(server) };
  await load(target, 20_000, CONNECTIONS);
  const start = await server.usage();
  const [rates, slowest]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await server.usage();
    const times = await load(target, REQUESTS, CONNECTIONS);
    rates.push(REQUESTS / ((await server.usage()).cpu - before.cpu));
    slowest.push(percentile(times, 99));
  }
  const grown = (await server.usage()).memory - start.memory;
  const name = "GET /tracks/{urn}";
  tell({ name: `${name}, a second of one core`, value: median(rates), unit: "/s", bound: 3000, good: "above" });
  tell({ name: `${name}, 99 of 100`, value: median(slowest), unit: "ms", bound: 10, good: "below" });
  tell({ name: "memory grown over 100,000 requests", value: grown, unit: "MiB", bound: 20, good: "below" });
}

await measureStart();
await measureInProcess();
await measureLoad();
