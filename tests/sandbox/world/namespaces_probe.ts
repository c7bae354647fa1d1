import { createSandbox } from "@tonearm/sandbox";

const API = "https://api.sandbox.test";
const COUNT = 400;

using sandbox = createSandbox();

async function touch(name: string): Promise<void> {
  await (await sandbox.fetch(`${API}/~${name}/tracks`)).body?.cancel();
  await (await sandbox.fetch(`${API}/~${name}/_sandbox/state`)).body?.cancel();
}

await touch("first");
const before = Deno.memoryUsage().rss;
for (let i = 0; i < COUNT; i++) await touch(`many-${i}`);
console.log(Math.round((Deno.memoryUsage().rss - before) / COUNT));
