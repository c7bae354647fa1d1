import { assertEquals, assertThrows } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { installHost } from "../../../../sandbox/base/host.ts";
import { fileEngine } from "../../../../sandbox/host/disk/whole_file.ts";
import { nodeHost } from "../../../../sandbox/node.ts";
import { loadSqlite } from "../../../../sandbox/web/sqlite.ts";
import { callApi, control } from "../../../support/sandbox/requests.ts";

/** Runs a test on a runtime without SQLite, but with files; then installs the runtime's own host again. */
async function onOldNode<T>(test: () => Promise<T>): Promise<T> {
  installHost({ ...nodeHost, sqlite: fileEngine(await loadSqlite()) });
  try {
    return await test();
  } finally {
    installHost(nodeHost);
  }
}

Deno.test("fileEngine(): a state in a file survives its process, and is open in any runtime", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/state.db`;
  try {
    const token = await onOldNode(async () => {
      using sandbox = createSandbox({ path });
      const { access_token } = sandbox.issueTokens(1);
      assertEquals((await callApi(sandbox, "PUT /me/followings/2")).status, 201);
      return access_token;
    });
    const isFollowed = async () => {
      using sandbox = createSandbox({ path });
      const headers = { authorization: `OAuth ${token}` };
      return (await sandbox.fetch("https://api.sandbox.test/me/followings/2", { headers })).status;
    };
    const seen = { old: await onOldNode(isFollowed), own: await isFollowed(), oldAgain: await onOldNode(isFollowed) };
    assertEquals(seen, { old: 200, own: 200, oldAgain: 200 });
    await onOldNode(async () => {
      using one = createSandbox({ path });
      using other = createSandbox({ path });
      one.issueTokens(1);
      await control(one, "POST /snapshots", { name: "followed" });
      assertEquals((await callApi(one, "DELETE /me/followings/2")).status, 200);
      assertEquals((await callApi(other, "GET /me/followings/2")).status, 404);
      await control(one, "POST /snapshots/followed/restore");
      assertEquals((await callApi(other, "GET /me/followings/2")).status, 200);
    });
    using open = createSandbox({ path });
    open.issueTokens(1);
    await onOldNode(async () => {
      await Promise.resolve();
      assertThrows(() => createSandbox({ path }), Error, "another process has it open");
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
