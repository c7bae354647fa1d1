/**
 * Compares the sandbox on the runtime's SQLite and files with the one on WebAssembly and memory: the same requests have
 * the same replies, byte for byte.
 */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";
import { hash } from "node:crypto";
import { type Host, installHost } from "../../sandbox/base/host.ts";
import { nodeHost } from "../../sandbox/node.ts";
import { loadSandbox } from "../../sandbox/web.ts";
import { callApi, control } from "../support/sandbox/requests.ts";
import { REPEATABLE } from "../support/sandbox/many_calls.ts";
import { tone } from "../support/sandbox/sounds.ts";

type Create = (options?: SandboxOptions) => Sandbox;

function frozen(create: Create = createSandbox): Sandbox {
  const sandbox = create(REPEATABLE);
  sandbox.clock.freeze();
  return sandbox;
}

/** Runs a test in a page's host, then installs the runtime's own again. */
async function inPage<T>(test: (create: Create) => Promise<T>): Promise<T> {
  try {
    return await test(await loadSandbox());
  } finally {
    installHost(nodeHost);
  }
}

/** Runs a test in a host, then installs the runtime's own again. */
async function inHost<T>(host: Host, test: () => Promise<T>): Promise<T> {
  installHost(host);
  try {
    return await test();
  } finally {
    installHost(nodeHost);
  }
}

/** A machine without ffmpeg, which a page hasn't either. */
const { converter: _, ...machine } = nodeHost;

/** Sends a form with a sound and a cover, and returns hashes of everything that can be heard and seen of it. */
async function media(sandbox: Sandbox, seconds: number): Promise<Record<string, string>> {
  const form = new FormData();
  form.set("track[title]", "A tone");
  form.set("track[asset_data]", new Blob([tone(seconds).slice()]), "tone.wav");
  const made = await (await callApi(sandbox, "POST /tracks", { body: form })).json();
  const found: Record<string, string> = { title: made.title };
  const keep = async (name: string, url: string): Promise<string | undefined> => {
    const headers = url.startsWith("https://api.")
      ? { authorization: `OAuth ${sandbox.issueTokens(1).access_token}` }
      : undefined;
    const reply = await sandbox.fetch(url, { ...(headers && { headers }) });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    found[name] = `${reply.status} ${bytes.length} ${hash("sha256", bytes)}`;
    const segment = name.includes("hls") ? /^[^#\n].*$/m.exec(new TextDecoder().decode(bytes))?.[0] : undefined;
    return segment && new URL(segment, reply.url).href;
  };
  for (const id of [1003, 1184, made.id]) {
    const track = await (await callApi(sandbox, `GET /tracks/${id}`)).json();
    const streams = await (await callApi(sandbox, `GET /tracks/${id}/streams`)).json();
    for (const [name, url] of Object.entries<string>(streams)) {
      const segment = await keep(`${id} ${name}`, url);
      if (segment !== undefined) await keep(`${id} segment of ${name.slice(4)}`, segment);
    }
    await keep(`${id} waveform`, track.waveform_url);
    if (track.artwork_url !== null) await keep(`${id} cover`, track.artwork_url);
  }
  return found;
}

Deno.test("loadSandbox(): an upload and the catalogue sound and look the same on WebAssembly and on the runtime's SQLite", async () => {
  // One sound fits into a row of the database, the other needs a file.
  for (const seconds of [1, 70]) {
    using sandbox = frozen();
    const native = await inHost(machine, () => media(sandbox, seconds));
    const page = await inPage(async (create) => {
      using there = frozen(create);
      return await media(there, seconds);
    });
    const same = Object.keys(page).filter((name) => native[name] === page[name]);
    assertEquals(same, Object.keys(page));
    assert(same.some((name) => name.includes("segment of aac")), same.join());
    assert(same.length >= 12 && Object.values(page).every((line) => !/^[45]/.test(line)), JSON.stringify(page));
  }
});

Deno.test("loadSandbox(): a world moves from a machine to a page and back, with its uploads", async () => {
  using here = frozen();
  await inHost(machine, () => media(here, 70));
  const archive = async (sandbox: Sandbox) =>
    await (await sandbox.fetch("https://api.sandbox.test/_sandbox/export")).bytes();
  const taken = await archive(here);
  const back = await inPage(async (create) => {
    using there = frozen(create);
    assertEquals((await control(there, "POST /import", taken)).body, { status: "imported", missing: [] });
    return await archive(there);
  });
  using again = frozen();
  assertEquals((await control(again, "POST /import", back)).body, { status: "imported", missing: [] });
  const tracks = async (sandbox: Sandbox) => await (await callApi(sandbox, "GET /me/tracks")).text();
  assertEquals(await tracks(again), await tracks(here));
});

Deno.test("loadSandbox(): a page has no files, and says so", async () => {
  await inPage(async (create) => {
    assertThrows(() => create({ path: "state.db" }), TypeError, "path of the sandbox is not the path of a file");
    using sandbox = create();
    assertEquals((await sandbox.fetch("https://api.sandbox.test/tracks/1001")).status, 401);
  });
});
