import { assertEquals, assertRejects } from "@std/assert";
import process from "node:process";
import { Failure } from "../../../cli/errors.ts";
import {
  keptPath,
  openSandbox,
  removeKept,
  type Running,
  runningSandbox,
  withRunning,
} from "../../../cli/host/sandbox.ts";

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
