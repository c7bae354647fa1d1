import { assertEquals } from "@std/assert";
import { ClosedPipe, Failure } from "../../cli/errors.ts";
import { runInProcess, testHost } from "../support/cli/test_host.ts";

Deno.test("tonearm: a closed pipe ends a run quietly, at the result or at the error", async () => {
  const closed = testHost();
  const broken = { isTTY: false, columns: undefined, write: () => Promise.reject(new ClosedPipe("closed")) };
  const { run } = await import("../../cli/program.ts");
  assertEquals(await run(["--version"], { ...closed.host, stdout: broken }), 0);
  assertEquals(await run(["nonsense"], { ...closed.host, stderr: broken }), 2);
});

Deno.test("tonearm: an interrupted run has the exit code of its signal, whatever else failed", async () => {
  const controller = new AbortController();
  const fetch: typeof globalThis.fetch = () => {
    controller.abort(new Failure("terminated", "Interrupted"));
    return Promise.reject(new TypeError("lost"));
  };
  const env = { TONEARM_TOKEN: "t" };
  assertEquals(await runInProcess(["user", "1"], { env, fetch, signal: controller.signal }), {
    code: 143,
    stdout: "",
    stderr: "",
  });
});
