import { assert, assertEquals, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";
import { callApi, control } from "../../support/sandbox/requests.ts";
import { temporaryFolder } from "../../support/folder.ts";

const LIKE = "/likes/tracks/1003";

async function likes(sandbox: Sandbox): Promise<boolean> {
  return (await (await callApi(sandbox, "GET /me/likes/tracks?limit=200")).text()).includes('"soundcloud:tracks:1003"');
}

/** Resets a sandbox after changes. */
async function resets(options: SandboxOptions): Promise<void> {
  using sandbox = createSandbox({ ...options, clock: "2026-01-01T00:00:00Z", config: { playsLimit: 9 } });
  const fresh = (await control<{ counts: unknown }>(sandbox, "GET /state")).body;
  await callApi(sandbox, "POST /playlists", { body: '{"playlist":{"title":"Mine"}}', headers: json });
  sandbox.clock.set("2030-01-01T00:00:00Z");
  sandbox.clock.freeze();
  Object.assign(sandbox.config, { playsLimit: 1, country: "FR" });
  sandbox.faults.add("waf_block");
  assertEquals(await control(sandbox, "POST /reset"), { status: 200, body: { status: "reset" } });
  const { body } = await control<{ clock: { now: string; frozen: boolean } }>(sandbox, "GET /state");
  assertEquals({ ...body, clock: null }, { ...fresh, clock: null });
  assert(body.clock.now.startsWith("2026-01-01T00:00") && !body.clock.frozen);
  assertObjectMatch(sandbox.config, { playsLimit: 9, country: "DE" });
}

Deno.test("/_sandbox: reset restores rows, clock, settings, faults and log", () => resets({}));

const json = { "content-type": "application/json" };

Deno.test("POST /import rejects an invalid state and changes nothing", async () => {
  using sandbox = createSandbox();
  const image = new Uint8Array(await (await sandbox.fetch("https://api.sandbox.test/_sandbox/export")).arrayBuffer());
  const torn = image.slice();
  torn.fill(255, 4608, 4096 * 3);
  const before = (await control<{ counts: unknown }>(sandbox, "GET /state")).body.counts;
  for (const bytes of ["nothing", new Uint8Array(5000), torn]) {
    const { status, body } = await control<{ error: string }>(sandbox, "POST /import", bytes);
    assertEquals(status, 422);
    assertStringIncludes(body.error, "Cannot import");
  }
  assertEquals((await control<{ counts: unknown }>(sandbox, "GET /state")).body.counts, before);
});

Deno.test("POST /clock sets and freezes the clock at exactly the given time, however long that takes", async () => {
  using sandbox = createSandbox();
  const now = Date.now;
  let reads = 0;
  Date.now = () => now() + 1000 * ++reads;
  try {
    const { body } = await control(sandbox, "POST /clock", { set: "2026-05-01T00:00:00Z", freeze: true });
    assertEquals(body, { now: "2026-05-01T00:00:00.000Z", frozen: true });
  } finally {
    Date.now = now;
  }
});

Deno.test("/_sandbox: a state in a file is reset, and restored by snapshots", async () => {
  await using folder = await temporaryFolder();
  await resets({ path: `${folder.path}/reset.db` });
  using sandbox = createSandbox({ path: `${folder.path}/state.db`, clock: "2026-01-01T00:00:00Z" });
  await callApi(sandbox, `DELETE ${LIKE}`);
  await callApi(sandbox, `POST ${LIKE}`);
  sandbox.clock.advance(60_000);
  await control(sandbox, "POST /snapshots", { name: "liked" });
  await callApi(sandbox, `DELETE ${LIKE}`);
  await control(sandbox, "POST /snapshots/liked/restore");
  assert(await likes(sandbox));
});

Deno.test("/_sandbox: data are as old as the reset of a reopened or imported state whose clock was ahead", async () => {
  await using folder = await temporaryFolder();
  const options = { path: `${folder.path}/state.db`, clock: "2026-01-01T00:00:00Z", users: [{ permalink: "ann" }] };
  createSandbox(options).close();
  using reopened = createSandbox(options);
  reopened.clock.set("2027-01-01T00:00:00Z");
  using imported = createSandbox();
  const { body } = await reopened.fetch("https://api.sandbox.test/_sandbox/export");
  const init = { method: "POST", body, duplex: "half" } as const;
  await (await imported.fetch("https://api.sandbox.test/_sandbox/import", init)).body?.cancel();
  for (const sandbox of [reopened, imported]) {
    await control(sandbox, "POST /reset");
    const authorization = `OAuth ${sandbox.issueTokens("ann").access_token}`;
    const me = await (await sandbox.fetch("https://api.sandbox.test/me", { headers: { authorization } })).json();
    assertEquals(me.created_at, "2026/01/01 00:00:00 +0000");
  }
});

Deno.test("/_sandbox: a reset, a restored snapshot and an import reach every sandbox of the same file", async () => {
  await using folder = await temporaryFolder();
  using one = createSandbox({ path: `${folder.path}/state.db` });
  using two = createSandbox({ path: `${folder.path}/state.db` });
  const [track] = await (await callApi(one, "GET /me/tracks?limit=1")).json();
  const titles = () =>
    Promise.all(
      [two, one].map(async (side) => (await (await callApi(side, `GET /tracks/${track.urn}`)).json()).title),
    );
  const rename = async (side: Sandbox, title: string) => {
    const init = { body: JSON.stringify({ track: { title } }), headers: { "content-type": "application/json" } };
    assertEquals((await callApi(side, `PUT /tracks/${track.urn}`, init)).status, 200);
    assertEquals(await titles(), [title, title]);
  };
  await control(one, "POST /snapshots", { name: "start" });
  const archive = new Uint8Array(await (await one.fetch("https://api.sandbox.test/_sandbox/export")).arrayBuffer());
  const back: [request: string, value?: Uint8Array][] = [
    ["POST /reset"],
    ["POST /snapshots/start/restore"],
    ["POST /import", archive],
  ];
  for (const [request, value] of back) {
    await rename(two, "before");
    assertEquals((await control(one, request, value)).status, 200);
    assertEquals(await titles(), [track.title, track.title], request);
    await rename(two, "written by the second");
    await rename(one, "written by the first");
  }
});

Deno.test("/_sandbox: reset restarts the ids of requests: the same calls get the same replies, headers included", async () => {
  using sandbox = createSandbox({ clock: "2026-01-01T00:00:00Z" });
  const ids = async () => {
    const found: unknown[] = [];
    for (let call = 0; call < 3; call++) {
      const { headers, body } = await sandbox.fetch("https://api.sandbox.test/tracks/1");
      await body?.cancel();
      found.push(headers.get("x-amz-cf-id"));
    }
    return found;
  };
  const before = await ids();
  assertEquals(new Set(before).size, 3, "each request has another id");
  await control(sandbox, "POST /reset");
  assertEquals(await ids(), before);
});

Deno.test("/_sandbox: a state whose rows refer to missing rows isn't imported", async () => {
  using sandbox = createSandbox();
  await using folder = await temporaryFolder();
  const path = `${folder.path}/state.db`;
  createSandbox({ path }).close();
  const db = new DatabaseSync(path);
  db.exec("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE; DELETE FROM users WHERE id = 2");
  db.close();
  const { status, body } = await control<{ error: string }>(sandbox, "POST /import", await Deno.readFile(path));
  assertEquals(status, 422);
  assertStringIncludes(body.error, "rows refer to others that are missing");
});
