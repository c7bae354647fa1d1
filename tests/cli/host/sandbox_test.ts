import { assertEquals, assertRejects } from "@std/assert";
import process from "node:process";
import { createSandbox } from "@tonearm/sandbox";
import { Failure } from "../../../cli/errors.ts";
import {
  keptPath,
  openCatalogue,
  openSandbox,
  removeKept,
  type Running,
  runningSandbox,
  signIn,
  withRunning,
} from "../../../cli/host/sandbox.ts";
import { factsOf } from "../../support/cli/test_host.ts";

/** The environment of a program with a data directory of its own. */
async function dataFixture() {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-data-" });
  return {
    directory,
    env: { TONEARM_DATA_DIR: directory },
    files: () => [...Deno.readDirSync(directory)].map(({ name }) => name).sort(),
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** A sandbox that this process serves. */
const RUNNING: Running = {
  ...{ url: "http://127.0.0.1:1", apiUrl: "http://127.0.0.1:1/v1", authUrl: "http://127.0.0.1:1/auth" },
  ...{ clientId: "id", clientSecret: "secret", redirectUri: "http://127.0.0.1/callback", pid: process.pid },
};

Deno.test("removeKept() has removed the sandbox with its journals once it resolves, and no other file", async () => {
  await using data = await dataFixture();
  (await openSandbox(data.env)).close();
  for (const suffix of ["", "-wal", "-shm"]) await Deno.writeTextFile(keptPath(data.env) + suffix, "");
  await Deno.writeTextFile(`${data.directory}/another`, "");
  await removeKept(data.env);
  assertEquals(data.files(), ["another"]);
  await removeKept(data.env);
});

Deno.test("openSandbox() opens the sandbox that was kept", async () => {
  await using data = await dataFixture();
  const first = await openSandbox(data.env);
  await first.control.data.add({ users: [{ permalink: "newcomer" }] });
  first.close();
  const second = await openSandbox(data.env);
  assertEquals(second.issueTokens("newcomer").access_token.length > 0, true);
  second.close();
  assertEquals(keptPath(data.env), `${data.directory}/sandbox.sqlite`);
});

/** A sandbox that runs elsewhere, and a program that reaches it, and is interrupted during one of its requests. */
function reached(interrupted = 0) {
  const sandbox = createSandbox();
  const controller = new AbortController();
  const requests: string[] = [];
  const watched = (send: typeof globalThis.fetch): typeof globalThis.fetch => (input, init) => {
    requests.push(`${init?.method ?? "GET"} ${new URL(String(input)).pathname} ${init?.redirect}`);
    if (requests.length === interrupted) controller.abort(new Error("Ctrl-C"));
    if (controller.signal.aborted && !init?.signal?.aborted) throw new Error("this request goes on");
    return send(String(input), init);
  };
  const { clientId, clientSecret, redirectUri, baseUrl: apiUrl, authUrl } = sandbox.clientConfig;
  const running: Running = { ...RUNNING, clientId, clientSecret, redirectUri, apiUrl, authUrl };
  const calls = { host: controller, fetch: watched(sandbox.fetch), watched };
  return { sandbox, running, requests, calls };
}

Deno.test("signIn() signs a user of a running sandbox in, and names a user that it doesn't have", async () => {
  const { sandbox, running, requests, calls } = reached();
  const token = await signIn({ ...calls, env: {} }, running, "3");
  const me = await sandbox.fetch(`${running.apiUrl}/me`, { headers: { authorization: `OAuth ${token}` } });
  assertEquals((await me.json()).id, 3);
  assertEquals(requests, ["GET /authorize manual", "POST /oauth/token manual"]);
  assertEquals(factsOf(await assertRejects(() => signIn({ ...calls, env: {} }, running, "999"))), {
    ...{ kind: "not_found", code: "not_found", message: "The sandbox has no user 999" },
    hint: "See `tonearm sandbox users`.",
  });
  sandbox.close();
  for (const request of [1, 2]) {
    const { sandbox, running, calls } = reached(request);
    await assertRejects(() => signIn({ ...calls, env: {} }, running, "3"), Error, "Ctrl-C");
    sandbox.close();
  }
});

Deno.test("openCatalogue() reads the running sandbox, or the kept one, which it closes", async () => {
  await using data = await dataFixture();
  const { sandbox, running, requests, calls } = reached();
  const first = async () => {
    const { client, close } = await openCatalogue({ ...calls, env: data.env });
    const { username } = await client.users.getUser(3);
    close();
    return username;
  };
  const name = await first();
  assertEquals({ requests, isKept: data.files().includes("sandbox.sqlite") }, {
    requests: ["GET /users/3 manual"],
    isKept: true,
  });
  await withRunning(data.env, running, async () => assertEquals(await first(), name));
  assertEquals(
    requests,
    ["GET", "POST", "GET"].map((method) => `${method} ${method === "GET" ? "/users/3" : "/oauth/token"} manual`),
  );
  sandbox.close();
  const ended = reached(1);
  await withRunning(data.env, ended.running, async () => {
    await assertRejects(() => openCatalogue({ ...ended.calls, env: data.env }), Error, "Ctrl-C");
  });
  ended.sandbox.close();
});

Deno.test("withRunning() registers a sandbox while a task runs, and removes it even if the task fails", async () => {
  await using data = await dataFixture();
  assertEquals(await runningSandbox(data.env), undefined);
  await withRunning(data.env, RUNNING, async () => {
    assertEquals(await runningSandbox(data.env), RUNNING);
  });
  assertEquals(data.files(), []);
  const failing = () => Promise.reject(new Failure("failed", "stopped"));
  await assertRejects(() => withRunning(data.env, RUNNING, failing), Failure, "stopped");
  assertEquals(data.files(), []);
});

Deno.test("withRunning() leaves the sandbox registered that another process has started meanwhile", async () => {
  await using data = await dataFixture();
  const other = { ...RUNNING, pid: process.ppid };
  await withRunning(
    data.env,
    RUNNING,
    () => Deno.writeTextFile(`${data.directory}/running.json`, JSON.stringify(other)),
  );
  assertEquals(data.files(), ["running.json"]);
});

for (const text of ["", "{}", "null", JSON.stringify({ ...RUNNING, pid: 2 ** 30 })]) {
  Deno.test(`runningSandbox() finds none in ${text.slice(0, 12) || "an empty file"}`, async () => {
    await using data = await dataFixture();
    await Deno.writeTextFile(`${data.directory}/running.json`, text);
    assertEquals(await runningSandbox(data.env), undefined);
  });
}
