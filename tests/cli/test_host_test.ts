import { assertEquals, assertMatch } from "@std/assert";
import { runInProcess, testHost } from "../support/cli/test_host.ts";

Deno.test("runInProcess() returns the exit code and both streams of a run", async () => {
  assertMatch((await runInProcess(["--version"])).stdout, /^tonearm \d/);
  const { code, stdout, stderr } = await runInProcess(["serch"]);
  assertEquals({ code, stdout }, { code: 2, stdout: "" });
  assertMatch(stderr, /Did you mean command "search"/);
});

Deno.test("testHost(): a terminal shows both streams as one, with its own line endings", async () => {
  const { stdout, stderr } = await runInProcess(["serch"], { columns: 80, env: { NO_COLOR: "1" } });
  assertEquals(stdout.startsWith('error: Unknown command "serch".'), true);
  assertEquals(stderr, "");
});

Deno.test("testHost(): stdin ends after its text, but never at a terminal", async () => {
  const pipe = await Array.fromAsync(testHost({ stdin: "1\n2\n" }).host.stdin);
  assertEquals(pipe.map((chunk) => new TextDecoder().decode(chunk)), ["1\n2\n"]);
  assertEquals(await Array.fromAsync(testHost().host.stdin), []);
  const typing = testHost({ stdin: "y\n", columns: 80 }).host.stdin[Symbol.asyncIterator]();
  assertEquals((await typing.next()).done, false);
  assertEquals(await Promise.race([typing.next(), Promise.resolve("open")]), "open");
});

Deno.test("testHost() reads and writes nothing in the user's own home, unless it is given one", () => {
  assertEquals(testHost().host.env, { HOME: "/dev/null" });
  assertEquals(testHost({ env: { HOME: "/home/ann", TERM: "dumb" } }).host.env, { HOME: "/home/ann", TERM: "dumb" });
});
