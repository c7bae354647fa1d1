/**
 * A served sandbox in its own process. It prints its URL in one line and its resource usage for every input byte; it
 * ends with its input.
 */
import process from "node:process";
import { createSandbox } from "@tonearm/sandbox";

/** Processor time since the start, in seconds, and memory in MiB. */
export interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpu: (user + system) / 1e6, memory: process.memoryUsage().rss / 2 ** 20 };
}

const sandbox = createSandbox();
const server = await sandbox.serve();
console.log(JSON.stringify({ url: server.url, token: sandbox.issueTokens().access_token }));
for await (const _ of process.stdin) console.log(JSON.stringify(usage()));
await server.close();
sandbox.close();
