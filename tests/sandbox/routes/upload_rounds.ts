// A process that uploads and deletes, so that nothing else affects its memory. It prints the growth in MiB, and the
// number of remaining files.
import { createSandbox } from "@tonearm/sandbox";
import { writeWav } from "../../support/sandbox/sounds.ts";

const SECONDS = 150;
const RATE = 44_100;

const [folder = ""] = Deno.args;
using sandbox = createSandbox({ path: `${folder}/state.db` });
const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
const sound = new Blob([writeWav(new Float32Array(SECONDS * RATE).fill(0.3), RATE)]);
const { baseUrl } = sandbox.clientConfig;

async function rounds(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const body = new FormData();
    body.set("track[title]", "Large");
    body.set("track[asset_data]", sound, "large.wav");
    const { id } = await (await sandbox.fetch(`${baseUrl}/tracks`, { method: "POST", body, headers })).json();
    const deleted = await sandbox.fetch(`${baseUrl}/tracks/${id}`, { method: "DELETE", headers });
    if (deleted.status !== 200) throw new Error(`delete answered ${deleted.status}`);
  }
}

await rounds(5);
const before = Deno.memoryUsage().rss;
await rounds(30);
const grownMib = (Deno.memoryUsage().rss - before) / 2 ** 20;
const files = [...Deno.readDirSync(`${folder}/state.db-media`)].map(({ name }) => name);
console.log(JSON.stringify({ grownMib, files }));
