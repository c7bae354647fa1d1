import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { DatabaseSync } from "node:sqlite";
import { temporaryFolder } from "../../../support/folder.ts";
import { callApi, control } from "../../../support/sandbox/requests.ts";
import { tone } from "../../../support/sandbox/sounds.ts";
import { fill, isUnmountable, smallDisk } from "../../../support/small_disk.ts";

async function upload(sandbox: Sandbox): Promise<Response> {
  const body = new FormData();
  body.set("track[title]", "A long one");
  body.set("track[asset_data]", new Blob([tone(30).slice()]), "long.wav");
  return await callApi(sandbox, "POST /tracks", { body });
}

async function rename(sandbox: Sandbox, title: string): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return await callApi(sandbox, "PUT /tracks/1184", { headers, body: JSON.stringify({ track: { title } }) });
}

async function statusAndMessage(reply: Response): Promise<[number, string]> {
  return [reply.status, await reply.text()];
}

Deno.test({
  name:
    "createSandbox() on a full disk answers 507 with the reason, keeps its state, and continues once there is space",
  ignore: isUnmountable,
  async fn() {
    using disk = smallDisk(16);
    assert(disk);
    using sandbox = createSandbox({ path: `${disk.path}/state.db` });
    const authorization = `OAuth ${sandbox.issueTokens(1).access_token}`;
    const title = async () => {
      const reply = await sandbox.fetch("https://api.sandbox.test/tracks/1184", { headers: { authorization } });
      return (await reply.json()).title as string;
    };
    const before = await title();
    {
      using _ballast = fill(disk.path);
      const headers = { authorization };
      const body = new FormData();
      body.set("track[title]", "A long one");
      body.set("track[asset_data]", new Blob([tone(60).slice()]), "long.wav");
      const uploaded = await statusAndMessage(await callApi(sandbox, "POST /tracks", { headers, body }));
      assertEquals(uploaded[0], 507, uploaded[1]);
      assertStringIncludes(uploaded[1], "the disk is full");
      let written = 0;
      for (let i = 0; i < 200 && written !== 507; i++) {
        const change = { headers: { authorization, "content-type": "application/json" }, body: "" };
        change.body = JSON.stringify({ track: { description: "x".repeat(4000) + i } });
        written = (await statusAndMessage(await callApi(sandbox, "PUT /tracks/1184", change)))[0];
      }
      assertEquals(written, 507);
      const reset = await control(sandbox, "POST /reset");
      assertEquals(reset.status, 507, JSON.stringify(reset.body));
      assertEquals(await title(), before);
    }
    assertEquals((await rename(sandbox, "There is room")).status, 200);
    assertEquals((await upload(sandbox)).status, 201);
    assertEquals((await control(sandbox, "POST /reset")).status, 200);
    assertEquals([...Deno.readDirSync(disk.path)].filter(({ name }) => /\.db\.\d/.test(name)), []);
  },
});

function makeForeign(path: string): void {
  using db = new DatabaseSync(path);
  db.exec("CREATE TABLE meta (x); INSERT INTO meta VALUES (7)");
}

const UNUSABLE: readonly [name: string, make: (path: string) => void, remedy: string][] = [
  ["a damaged file", (path) => Deno.writeTextFileSync(path, "no database ".repeat(1000)), "Move the file away"],
  ["another program's database", makeForeign, "Move the file away"],
  ["a file that can't be opened for writing", (path) => Deno.mkdirSync(`${path}-wal`), "is read-only"],
];

for (const [name, make, remedy] of UNUSABLE) {
  Deno.test(`createSandbox() names ${name} and the remedy`, async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/state.db`;
    make(path);
    const error = assertThrows(() => createSandbox({ path }), Error);
    assertStringIncludes(error.message, path);
    assertStringIncludes(error.message, remedy);
    if (make !== makeForeign) return;
    using db = new DatabaseSync(path);
    assertEquals({ ...db.prepare("SELECT * FROM meta").get() }, { x: 7 });
  });
}
