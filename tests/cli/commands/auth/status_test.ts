import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { envOf, runInProcess } from "../../../support/cli/test_host.ts";

Deno.test("tonearm auth status is exit 4 where the service rejects TONEARM_TOKEN", async () => {
  using sandbox = createSandbox();
  const env = { ...envOf(sandbox), TONEARM_CONFIG_DIR: "/nonexistent", NO_COLOR: "1", TONEARM_TOKEN: "bad" };
  const { code, stderr } = await runInProcess(["auth", "status"], { env, fetch: sandbox.fetch });
  assertEquals(code, 4);
  assertStringIncludes(stderr, "error: SoundCloud rejected the token of TONEARM_TOKEN\nIt may have expired");
});
