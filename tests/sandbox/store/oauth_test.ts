import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../../scripts/deno.ts";
import { temporaryFolder } from "../../support/folder.ts";

const SCRIPT = fileURLToPath(new URL("./refresh_once.ts", import.meta.url));

/** Starts a process that reports when it is ready, and refreshes on request. */
async function start(path: string, token: string) {
  const args = ["run", "-q", "--no-check", "-A", "--config", await chooseConfig(), SCRIPT, path, token];
  const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped" }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  assertEquals((await lines.read()).value, "ready\n");
  return async () => {
    const writer = child.stdin.getWriter();
    await writer.write(Uint8Array.of(10));
    await writer.close();
    const { value } = await lines.read();
    await lines.cancel();
    await child.status;
    return value;
  };
}

Deno.test("POST /oauth/token: of several processes that refresh a token concurrently, exactly one succeeds", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/state.db`;
  const sandbox = createSandbox({ path });
  const { refresh_token } = sandbox.issueTokens();
  sandbox.close();
  const processes = await Promise.all([1, 2, 3].map(() => start(path, refresh_token)));
  const statuses = await Promise.all(processes.map((go) => go()));
  assertEquals(statuses.sort(), ["200\n", "400\n", "400\n"]);
});
