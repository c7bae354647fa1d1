import { assertEquals, assertMatch } from "@std/assert";
import { runInProcess, testHost } from "./test_host.ts";

Deno.test("runHere() returns the exit code and both streams of a run", async () => {
  assertMatch((await runInProcess(["--version"])).stdout, /^tonearm \d/);
  const { code, stdout, stderr } = await runInProcess(["serch"]);
  assertEquals({ code, stdout }, { code: 2, stdout: "" });
  assertMatch(stderr, /Did you mean command "search"/);
});

Deno.test("machine(): a terminal shows both streams as one, with its own line endings", async () => {
  const { stdout, stderr } = await runInProcess(["serch"], { columns: 80, env: { NO_COLOR: "1" } });
  assertEquals({ startsWith: stdout.startsWith('error: Unknown command "serch".'), stderr }, {
    startsWith: true,
    stderr: "",
  });
});

Deno.test("machine(): stdin ends after its text, but never at a terminal", async () => {
  const pipe = await Array.fromAsync(testHost({ stdin: "1\n2\n" }).host.stdin);
  assertEquals(pipe.map((chunk) => new TextDecoder().decode(chunk)), ["1\n2\n"]);
  assertEquals(await Array.fromAsync(testHost().host.stdin), []);
  const typing = testHost({ stdin: "y\n", columns: 80 }).host.stdin[Symbol.asyncIterator]();
  assertEquals((await typing.next()).done, false);
  assertEquals(await Promise.race([typing.next(), Promise.resolve("open")]), "open");
});
