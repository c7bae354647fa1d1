/**
 * Speed and memory of the sandbox. Speed is measured in processor time of the server process, so that it's the same on
 * a busy machine.
 */
import { createSandbox } from "@tonearm/sandbox";
import { median, percentile, reportFigure } from "./figure.ts";
import { load } from "./load.ts";
import { onDeno, onNode, type ServeCommand, type Server, startServer } from "./sandbox/served.ts";

/** Enough to keep one core busy. */
const CONNECTIONS = 4;
/** Number of rounds and of requests per round: 100,000 in all. */
const ROUNDS = 5;
const REQUESTS = 20_000;

/** The runtimes, and the minimum requests per second of a core. */
const RUNTIMES: Readonly<Record<string, { command: () => Promise<ServeCommand>; rate: number }>> = {
  Deno: { command: onDeno, rate: 3000 },
  "Node.js": { command: onNode, rate: 2500 },
};

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

async function measureStart(runtime: string, command: ServeCommand): Promise<void> {
  const [ready, idle]: [number[], number[]] = [[], []];
  for (let i = 0; i < 7; i++) {
    await using server = await startServer(command);
    const { cpu, memory } = await server.usage();
    ready.push(cpu * 1000);
    idle.push(memory);
  }
  const name = `a served sandbox, ${runtime}`;
  reportFigure(`${name}: CPU time until ready`, median(ready), "ms", { max: 300 });
  reportFigure(`${name}: memory when idle`, median(idle), "MiB", { max: 80 });
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
  reportFigure("one more instance in a process", median(made), "ms", { max: 10 });
  reportFigure("reset", median(reset), "ms", { max: 50 });
}

/** Returns the paths of the tracks on the catalogue's first page. */
async function trackPaths({ url, token }: Server): Promise<string[]> {
  const reply = await fetch(`${url}/tracks?limit=200`, { headers: { authorization: `OAuth ${token}` } });
  const tracks: { urn: string }[] = await reply.json();
  return tracks.map(({ urn }) => `/tracks/${urn}`);
}

async function measureLoad(runtime: string, command: ServeCommand, rate: number): Promise<void> {
  await using server = await startServer(command);
  const target = { ...server, paths: await trackPaths(server) };
  const idle = await server.usage();
  await load(target, REQUESTS, CONNECTIONS);
  const start = await server.usage();
  const [rates, slowest]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await server.usage();
    const times = await load(target, REQUESTS, CONNECTIONS);
    rates.push(REQUESTS / ((await server.usage()).cpu - before.cpu));
    slowest.push(percentile(times, 99));
  }
  const grown = (await server.usage()).memory - start.memory;
  const name = `GET /tracks/{urn}, ${runtime}`;
  reportFigure(`${name}: requests per CPU second`, median(rates), "/s", { min: rate });
  reportFigure(`${name}: 99th percentile`, median(slowest), "ms", { max: 10 });
  const first = start.memory - idle.memory;
  reportFigure(`${name}: memory growth over the first 20,000`, first, "MiB", { max: 64 });
  reportFigure(`${name}: memory growth over 100,000 requests`, grown, "MiB", { max: 20 });
}

for (const [runtime, { command, rate }] of Object.entries(RUNTIMES)) {
  const made = await command();
  await measureStart(runtime, made);
  await measureLoad(runtime, made, rate);
}
await measureInProcess();
