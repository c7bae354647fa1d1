import { assertEquals, assertLess, assertMatch, assertRejects } from "@std/assert";
import { getEventListeners } from "node:events";
import type { WatchEvent } from "@tonearm/client";
import { Failure } from "../../../cli/errors.ts";
import { deliver, runHook } from "../../../cli/watch/hook.ts";
import { without } from "../../support/programs.ts";
import { factsOf, testContext, testHost } from "../../support/cli/test_host.ts";

const EVENT = { type: "follower", id: "follower:1", user: { username: "Ann" } } as unknown as WatchEvent;
const ignore = without("sh");

/** A folder in which hooks keep notes, and the context that they run in. */
async function hookFixture(signal?: AbortSignal) {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-hook-" });
  const on = testHost({ env: { PATH: Deno.env.get("PATH") ?? "", HOME: folder }, ...(signal && { signal }) });
  return {
    on,
    context: testContext(on),
    notes: () => Deno.readTextFile(`${folder}/notes`).catch(() => ""),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test({
  name: "runHook() runs the command once with the event as a line of JSON on its stdin",
  ignore,
  async fn() {
    await using hook = await hookFixture();
    await runHook(hook.context, 'cat > "$HOME/notes"', EVENT, 3);
    assertEquals(await hook.notes(), `${JSON.stringify(EVENT)}\n`);
    assertEquals(hook.on.stderr, "");
    assertEquals(getEventListeners(hook.on.host.signal, "abort"), []);
  },
});

Deno.test({
  name: "runHook() gives the command the user's environment without tonearm's credentials",
  ignore,
  async fn() {
    await using hook = await hookFixture();
    const secrets = {
      TONEARM_WEBHOOK_KEY: "s",
      TONEARM_TOKEN: "s",
      TONEARM_CLIENT_ID: "s",
      TONEARM_CLIENT_SECRET: "s",
      tonearm_token: "s",
    };
    const env = { ...hook.on.host.env, WEBHOOK: "https://hook.test", TONEARM_PROFILE: "work", ...secrets };
    const context = testContext({ ...hook.on, host: { ...hook.on.host, env } });
    await runHook(context, 'env | grep -iE "^(WEBHOOK|TONEARM_)" | sort > "$HOME/notes"', EVENT, 0);
    assertEquals(await hook.notes(), "TONEARM_PROFILE=work\nWEBHOOK=https://hook.test\n");
  },
});

Deno.test({
  name: "runHook() accepts a command that doesn't read its stdin",
  ignore,
  async fn() {
    await using hook = await hookFixture();
    const large = { ...EVENT, user: { username: "A".repeat(1_000_000) } } as unknown as WatchEvent;
    assertEquals(await runHook(hook.context, "exec <&-", large, 0), undefined);
  },
});

Deno.test({
  name: "runHook() waits for the command, but not for what it leaves in the background",
  ignore,
  async fn() {
    await using hook = await hookFixture();
    const began = performance.now();
    await runHook(hook.context, 'sleep 9 & echo $! > "$HOME/notes"', EVENT, 0);
    Deno.kill(Number(await hook.notes()), "SIGKILL");
    assertLess(performance.now() - began, 9000);
  },
});

for (
  const [command, reason, hint] of [
    ["exit 3", "failed with exit code 3", /^With --state, the next run begins with this event/],
    ["exit 126", "failed with exit code 126", /^Try chmod \+x\. With --state/],
    ["kill -9 $$", "was stopped by SIGKILL", /^With --state/],
  ] as const
) {
  Deno.test({
    name: `runHook() without retries fails at once where the command ${reason}, and says where to continue`,
    ignore,
    async fn() {
      await using hook = await hookFixture();
      const failure = await assertRejects(() => runHook(hook.context, command, EVENT, 0), Failure);
      assertEquals(failure.kind, "failed");
      assertEquals(failure.code, "exec");
      assertEquals(failure.message, `The command ${reason} on follower:1, 1 time in all`);
      assertMatch(failure.hint ?? "", hint);
      assertEquals(hook.on.stderr, "");
    },
  });
}

Deno.test("deliver() says in one line what it waits for, twice as long each time, and fails after its retries", async () => {
  const controller = new AbortController();
  await using hook = await hookFixture(controller.signal);
  const way = { name: "It", code: "busy", attempt: () => Promise.resolve({ why: "is\nbusy", advice: "Wait. " }) };
  const failure = await assertRejects(() => deliver(hook.context, way, EVENT, 0));
  const hint = "Wait. With --state, the next run begins with this event.";
  const message = "It is\nbusy on follower:1, 1 time in all";
  assertEquals(factsOf(failure), { kind: "failed", code: "busy", message, hint });
  const ending = assertRejects(() => deliver(hook.context, way, EVENT, 2), Error, "Ctrl-C");
  const said = (...seconds: number[]) =>
    seconds.map((one) => `It is busy on follower:1; retrying in ${one} s\n`).join("");
  while (hook.on.stderr.length <= said(1).length) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort(new Error("Ctrl-C"));
  await ending;
  assertEquals(hook.on.stderr, said(1, 2));
  const done = { ...way, attempt: () => Promise.resolve(undefined) };
  await assertRejects(() => deliver(hook.context, done, EVENT, 0), Error, "Ctrl-C");
});

Deno.test({
  name: "runHook() reports a shell that can't be run",
  ignore,
  async fn() {
    await using hook = await hookFixture();
    const failure = await assertRejects(() => runHook(hook.context, "x".repeat(4_000_000), EVENT, 0), Failure);
    assertMatch(failure.message, /^The command cannot be run \(.*\) on follower:1, 1 time in all$/);
  },
});

Deno.test({
  name: "runHook() interrupted during the pause after a failure starts no further attempt",
  ignore,
  async fn() {
    const controller = new AbortController();
    await using hook = await hookFixture(controller.signal);
    const reason = new Error("interrupted");
    const { host } = hook.on;
    const write = (text: string) => {
      setTimeout(() => controller.abort(reason));
      return host.stderr.write(text);
    };
    const context = testContext({ ...hook.on, host: { ...host, stderr: { ...host.stderr, write } } });
    const ending = runHook(context, 'echo started >> "$HOME/notes"; exit 1', EVENT, 3);
    assertEquals(await ending.catch((error) => error), reason);
    assertEquals(await hook.notes(), "started\n");
    assertEquals(hook.on.stderr, "The command failed with exit code 1 on follower:1; retrying in 1 s\n");
  },
});

Deno.test({
  name: "runHook() ends the command when it is interrupted, and doesn't try it again",
  ignore,
  async fn() {
    const controller = new AbortController();
    await using hook = await hookFixture(controller.signal);
    const ending = runHook(hook.context, 'echo started >> "$HOME/notes"; exec sleep 60', EVENT, 3);
    while (await hook.notes() === "") await new Promise((resolve) => setTimeout(resolve, 5));
    const reason = new Error("interrupted");
    controller.abort(reason);
    assertEquals(await ending.catch((error) => error), reason);
    assertEquals(await hook.notes(), "started\n");
  },
});
