import { assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { read } from "../../support/api.ts";

const API = "https://api.sandbox.test";
const ROUNDS = 200;

/** Creates a playlist, lists the playlists and resets the namespace, again and again; returns wrong lists. */
async function wrongLists({ fetch }: Sandbox, name: string): Promise<string[]> {
  const base = `${API}/~${name}`;
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { body: { access_token } } = await read(await fetch(`${base}/_sandbox/tokens`, { method: "POST" }));
    const headers = { authorization: `OAuth ${access_token}`, "content-type": "application/json" };
    const title = `${name} ${round}`;
    await read(
      await fetch(`${base}/playlists`, { method: "POST", headers, body: JSON.stringify({ playlist: { title } }) }),
    );
    const { items } = await read(await fetch(`${base}/me/playlists?show_tracks=false&limit=200`, { headers }));
    const found = items.map(({ title }) => title).filter((title) => /^(red|blue) \d+$/.test(title)).join();
    if (found !== title) wrong.push(found);
    await read(await fetch(`${base}/_sandbox/reset`, { method: "POST", headers }));
  }
  return wrong;
}

Deno.test(`sandbox namespaces: two namespaces in parallel never see each other's rows in ${ROUNDS} rounds of create, list and reset`, async () => {
  using sandbox = createSandbox();
  const [red, blue] = await Promise.all([wrongLists(sandbox, "red"), wrongLists(sandbox, "blue")]);
  assertEquals({ red, blue }, { red: [], blue: [] });
});
