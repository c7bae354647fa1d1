import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { hash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { type Content, memoryContent, readAll } from "../../../sandbox/base/content.ts";
import { Inflow, readTar, writeTar } from "../../../sandbox/media/tar.ts";
import { callApi, control } from "../../support/sandbox/requests.ts";
import { tone } from "../../support/sandbox/sounds.ts";
import { temporaryFolder } from "../../support/folder.ts";

const EXPORT = "https://api.sandbox.test/_sandbox/export";

/** Uploads two minutes of downloadable sound, which is too long to stay in memory. */
async function uploadLong(sandbox: Sandbox): Promise<{ urn: string; sound: Uint8Array }> {
  const sound = tone(120);
  const body = new FormData();
  body.set("track[title]", "A long one");
  body.set("track[downloadable]", "true");
  body.set("track[asset_data]", new Blob([sound.slice()]), "long.wav");
  const reply = await callApi(sandbox, "POST /tracks", { body });
  assertEquals(reply.status, 201);
  sandbox.clock.advance(60_000);
  return { urn: (await reply.json()).urn, sound };
}

async function downloaded(sandbox: Sandbox, urn: string): Promise<Uint8Array> {
  const reply = await callApi(sandbox, `GET /tracks/${urn}/download`, { redirect: "manual" });
  await reply.body?.cancel();
  const location = reply.headers.get("location");
  assert(location, `download answered ${reply.status}`);
  return new Uint8Array(await (await sandbox.fetch(location)).arrayBuffer());
}

/** Returns a short digest of bytes, because a diff of two megabytes would take minutes. */
function digest(bytes: Uint8Array): string {
  return hash("sha256", bytes);
}

async function exported(sandbox: Sandbox): Promise<Uint8Array> {
  return new Uint8Array(await (await sandbox.fetch(EXPORT)).arrayBuffer());
}

/** Splits bytes into chunks of an unusual size. */
async function* pieces(bytes: Uint8Array, size = 333): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

Deno.test("sandbox export: an export includes a long upload's sound, imported into memory or into a file", async () => {
  using from = createSandbox();
  const { urn, sound } = await uploadLong(from);
  const archive = await exported(from);
  await using at = await temporaryFolder();
  for (const options of [{}, { path: `${at.path}/state.db` }]) {
    using to = createSandbox(options);
    assertEquals(await control(to, "POST /import", archive), {
      status: 200,
      body: { status: "imported", missing: [] },
    });
    to.clock.advance(120_000);
    assertEquals(digest(await downloaded(to, urn)), digest(sound));
  }
});

Deno.test("sandbox export: importing only a database reports the missing files", async () => {
  using from = createSandbox();
  const { urn } = await uploadLong(from);
  for await (const file of readTar(new Inflow(pieces(await exported(from), 65_536)))) {
    const bytes = await readAll(file.read());
    if (file.name !== "state.db") continue;
    using to = createSandbox();
    const { status, body } = await control<{ missing: string[] }>(to, "POST /import", bytes);
    assertEquals({ status, missing: body.missing.length }, { status: 200, missing: 1 });
    to.clock.advance(120_000);
    assert((await downloaded(to, urn)).length > 0, "the catalogue's music stands in");
  }
});

Deno.test("sandbox export: a snapshot restores seed, app and activity too, after an import and a reset", async () => {
  using other = createSandbox({ seed: 7, apps: [{ clientId: "shop" }], activity: { playsPerDay: 9 } });
  const body = (await exported(other)).slice();
  await using at = await temporaryFolder();
  for (const path of [undefined, `${at.path}/state.db`]) {
    using sandbox = createSandbox(path === undefined ? {} : { path });
    const state = async () => {
      const { seed, app, counts } =
        (await control<{ seed: number; app: object; counts: object }>(sandbox, "GET /state")).body;
      return { seed, app, counts, activity: (await control(sandbox, "GET /activity")).status };
    };
    const before = await state();
    await control(sandbox, "POST /snapshots", { name: "before" });
    await (await sandbox.fetch(EXPORT.replace("export", "import"), { method: "POST", body })).body?.cancel();
    await control(sandbox, "POST /reset");
    assertEquals(sandbox.clientConfig.clientId, "shop");
    for (const way of ["/snapshots/before/restore", "/reset"]) {
      await control(sandbox, `POST ${way}`);
      assertEquals(await state(), before, way);
    }
  }
});

Deno.test("sandbox export: a snapshot restores the sound of a deleted track, even after a reset, and releases it when dropped", async () => {
  await using at = await temporaryFolder();
  const path = `${at.path}/state.db`;
  using sandbox = createSandbox({ path });
  const files = () => [...Deno.readDirSync(`${path}-media`)].length;
  const { urn, sound } = await uploadLong(sandbox);
  await control(sandbox, "POST /snapshots", { name: "with" });
  assertEquals((await callApi(sandbox, `DELETE /tracks/${urn}`)).status, 200);
  await control(sandbox, "POST /reset");
  assertEquals((await control(sandbox, "POST /snapshots/with/restore")).status, 200);
  assertEquals(digest(await downloaded(sandbox, urn)), digest(sound));
  await callApi(sandbox, `DELETE /tracks/${urn}`);
  assertEquals(files(), 1);
  await control(sandbox, "DELETE /snapshots/with");
  assertEquals(files(), 0);
});

Deno.test("sandbox export: a replaced snapshot releases the files of the old one", async () => {
  await using at = await temporaryFolder();
  const path = `${at.path}/state.db`;
  using sandbox = createSandbox({ path });
  const { urn } = await uploadLong(sandbox);
  await control(sandbox, "POST /snapshots", { name: "same" });
  await callApi(sandbox, `DELETE /tracks/${urn}`);
  await control(sandbox, "POST /snapshots", { name: "same" });
  assertEquals([...Deno.readDirSync(`${path}-media`)].length, 0);
});

Deno.test("sandbox export: a truncated, damaged or foreign archive changes nothing and leaves nothing behind", async () => {
  using from = createSandbox();
  await uploadLong(from);
  const whole = await exported(from);
  const damaged = whole.slice();
  damaged.fill(255, 100, 200);
  const parts: [string, Content][] = [];
  for await (const { name, read } of readTar(new Inflow(pieces(whole, 65_536)))) {
    parts.push([name, memoryContent(await readAll(read()))]);
  }
  const stranger = await readAll(writeTar([...parts, ["../../etc/passwd", memoryContent(new Uint8Array(10))]]));
  const twice = await readAll(writeTar([...parts, ...parts]));
  const stateless = await readAll(writeTar([]));
  await using at = await temporaryFolder();
  const path = `${at.path}/state.db`;
  using to = createSandbox({ path });
  const before = (await control<{ counts: unknown }>(to, "GET /state")).body.counts;
  for (const bytes of [whole.slice(0, -400_000), damaged, stranger, twice, stateless, new Uint8Array(0)]) {
    const { status, body } = await control<{ error: string }>(to, "POST /import", bytes);
    assertEquals(status, 422, body.error);
    assertStringIncludes(body.error, "Cannot import: ");
  }
  assertEquals((await control<{ counts: unknown }>(to, "GET /state")).body.counts, before);
  assertEquals(
    [...Deno.readDirSync(at.path)].filter(({ name }) => name.endsWith("-media")).flatMap(({ name }) => [
      ...Deno.readDirSync(`${at.path}/${name}`),
    ]),
    [],
  );
});

Deno.test("sandbox export: a rejected body isn't read to its end", async () => {
  using sandbox = createSandbox();
  let cancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(120)),
    cancel: () => void (cancelled = true),
  });
  const reply = await sandbox.fetch("https://api.sandbox.test/_sandbox/import", { method: "POST", body });
  assertEquals({ status: reply.status, cancelled }, { status: 422, cancelled: true });
  await reply.body?.cancel();
});

Deno.test("sandbox export: an export that isn't read to its end releases its files", async () => {
  await using at = await temporaryFolder();
  const path = `${at.path}/state.db`;
  using sandbox = createSandbox({ path });
  const { urn } = await uploadLong(sandbox);
  const reader = (await sandbox.fetch(EXPORT)).body?.getReader();
  await reader?.read();
  await callApi(sandbox, `DELETE /tracks/${urn}`);
  assertEquals([...Deno.readDirSync(`${path}-media`)].length, 1, "it is still being read");
  await reader?.cancel();
  await control(sandbox, "POST /reset");
  assertEquals([...Deno.readDirSync(`${path}-media`)].length, 0);
});

Deno.test("sandbox export: a truncated archive is reported as such", async () => {
  const archive = await readAll(writeTar([["one", memoryContent(tone(0.1))]]));
  for (const length of [100, 700, archive.length - 1024]) {
    await assertRejects(
      async () => {
        for await (const file of readTar(new Inflow(pieces(archive.slice(0, length))))) await readAll(file.read());
      },
      Error,
      "too soon",
    );
  }
});

/** Exports a state that was changed by hand. */
async function tampered(change: (db: DatabaseSync) => void): Promise<Uint8Array> {
  await using at = await temporaryFolder();
  using from = createSandbox({ path: `${at.path}/state.db` });
  await uploadLong(from);
  from.close();
  const db = new DatabaseSync(`${at.path}/state.db`);
  change(db);
  db.exec("PRAGMA journal_mode = DELETE");
  db.close();
  return await Deno.readFile(`${at.path}/state.db`);
}

const TAMPERINGS: Readonly<Record<string, string>> = {
  "../../../etc/passwd": "UPDATE assets SET file = '../../../../../../etc/passwd'",
  "asset-/../../../etc/passwd": "UPDATE assets SET file = 'asset-/../../../etc/passwd'",
  "trigger extra": "CREATE TRIGGER extra AFTER INSERT ON plays BEGIN DELETE FROM users; END",
  "table extra": "CREATE TABLE extra (x)",
};

for (const [what, sql] of Object.entries(TAMPERINGS)) {
  Deno.test(`POST /_sandbox/import rejects a state with ${what}`, async () => {
    const image = await tampered((db) => db.exec(sql));
    using sandbox = createSandbox();
    const { status, body } = await control(sandbox, "POST /import", image);
    assertEquals(status, 422);
    assertStringIncludes(JSON.stringify(body), what);
  });
}

Deno.test("createSandbox({ path }) keeps the mode of a folder, and makes its own files private", async () => {
  await using at = await temporaryFolder();
  Deno.chmodSync(at.path, 0o755);
  using sandbox = createSandbox({ path: `${at.path}/new/state.db` });
  await uploadLong(sandbox);
  const mode = (path: string) => (Deno.statSync(at.path + path).mode ?? 0) & 0o777;
  const modes = ["", "/new", "/new/state.db", "/new/state.db-media"].map(mode);
  assertEquals(modes, [0o755, 0o700, 0o600, 0o700]);
});
