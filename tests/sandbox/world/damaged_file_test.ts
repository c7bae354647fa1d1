import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { World } from "../../../sandbox/world/world.ts";
import { temporaryFolder } from "../../support/folder.ts";

const API = "https://api.sandbox.test";

/** Runs a test with a sandbox that keeps its state in a file. */
function inFile(test: (sandbox: Sandbox, path: string) => Promise<void>): () => Promise<void> {
  return async () => {
    await using folder = await temporaryFolder();
    using sandbox = createSandbox({ path: `${folder.path}/state.db` });
    await test(sandbox, `${folder.path}/state.db`);
  };
}

/** Puts other content into the place of a file, as another process does. */
function replace(path: string, content: string | Uint8Array): void {
  if (typeof content === "string") Deno.writeTextFileSync(`${path}.next`, content);
  else Deno.writeFileSync(`${path}.next`, content);
  Deno.renameSync(`${path}.next`, path);
}

async function answer(sandbox: Sandbox, path: string, init: RequestInit = {}): Promise<object> {
  const reply = await sandbox.fetch(API + path, init);
  return { status: reply.status, text: await reply.text() };
}

/** What each request gets while a file is damaged. */
function damaged(path: string): object {
  const way = "Move the file away to start again, and POST an export to /_sandbox/import if there is one.";
  const text = `Cannot read ${path}: it is damaged, or not a database of the sandbox. ${way}\n`;
  return { status: 500, text };
}

const GARBAGE = "no database ".repeat(1000);

Deno.test(
  "createSandbox(): a damaged file of a namespace is told to each request there, and to no other",
  inFile(async (sandbox, path) => {
    const own = path.replace(".db", "~mine.db");
    Deno.writeTextFileSync(own, GARBAGE);
    for (const place of ["/~mine/me", "/~mine/_sandbox/state"]) {
      assertEquals(await answer(sandbox, place), damaged(own));
    }
    assertEquals((await sandbox.fetch(`${API}/_sandbox/clock`)).status, 200);
  }),
);

Deno.test(
  "createSandbox(): a file that is replaced by a damaged one is told to each request, until a good one is there",
  inFile(async (sandbox, path) => {
    const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
    replace(path, GARBAGE);
    for (const place of ["/me", "/me", "/_sandbox/state"]) {
      assertEquals(await answer(sandbox, place, { headers }), damaged(path), place);
    }
    sandbox.config.noteHeader = true;
    const refused = await sandbox.fetch(`${API}/me`, { headers });
    assertStringIncludes(refused.headers.get("x-sandbox-note") ?? "", "it is damaged");
    await refused.body?.cancel();
    const other = new World({ users: [{ permalink: "newcomer" }] });
    replace(path, other.db.dump());
    other.close();
    const reply = await sandbox.fetch(`${API}/_sandbox/catalogue/users?q=newcomer`);
    assertEquals((await reply.json()).items.length, 1);
  }),
);
