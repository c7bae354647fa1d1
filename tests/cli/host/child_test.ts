import { assertEquals, assertRejects } from "@std/assert";
import { getEventListeners } from "node:events";
import { existsSync } from "node:fs";
import { EXITS, Failure } from "../../../cli/errors.ts";
import { runChild } from "../../../cli/host/child.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { without } from "../../support/programs.ts";
import { factsOf, testHost } from "../../support/cli/test_host.ts";

/** Runs a command in a folder of its own; once it is ready, the program ends for a reason. */
async function run(words: (folder: string) => readonly string[], reason?: unknown, isTTY = false) {
  await using folder = await temporaryFolder({ "not-executable": "" });
  const controller = new AbortController();
  const { signal } = controller;
  let ownEnds = 0;
  const { host } = testHost({ signal });
  const stdin = { ...host.stdin, isTTY };
  const env = { PATH: Deno.env.get("PATH"), FOLDER: folder.path };
  const ending = runChild(words(folder.path), env, { ...host, stdin, endsItself: () => ownEnds++ });
  const outcome = ending.catch((error) => ({
    ...factsOf(error),
    message: error.message.replaceAll(/\/\S*(?=\/not-)/g, "HERE"),
  }));
  let isOver = false;
  outcome.finally(() => isOver = true);
  while (reason && !isOver && !existsSync(`${folder.path}/ready`)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (reason) controller.abort(reason);
  await Deno.writeTextFile(`${folder.path}/go`, "");
  const code = await outcome;
  assertEquals({ ownEnds, listeners: getEventListeners(signal, "abort") }, { ownEnds: 1, listeners: [] });
  return code;
}

const INTERRUPTED = new Failure("interrupted", "Interrupted");
const sh = (script: string) => () => ["sh", "-c", script];
const WAITS =
  'trap "exit 5" INT; trap "exit 6" TERM; touch "$FOLDER/ready"; until [ -e "$FOLDER/go" ]; do sleep 0.02; done; exit 3';

for (
  const [what, expected, words, reason, isTTY] of [
    ["ends with the code of the command", 7, sh('[ "$FOLDER" ] && [ ! "$HOME" ] && exit 7')],
    ["counts from 128 where a signal ends it", 137, sh("kill -9 $$")],
    ["passes an interruption on", 5, sh(WAITS), INTERRUPTED, false],
    ["leaves Ctrl-C to the terminal, which sends it to both", 3, sh(WAITS), INTERRUPTED, true],
    ["passes every other end on as SIGTERM, also at a terminal", 6, sh(WAITS), new Failure("hung_up", "x"), true],
    ["says that there is no such command", {
      ...{ kind: "no_command", code: "no_command", message: "Cannot run no-such: there is no such command" },
      hint: EXITS.no_command.next,
    }, () => ["no-such"]],
    ["says why a command can't be run", {
      ...{
        kind: "failed",
        code: "failed",
        message: "Cannot run HERE/not-executable: spawn HERE/not-executable EACCES",
      },
      hint: EXITS.failed.next,
    }, (folder: string) => [`${folder}/not-executable`]],
  ] as const
) {
  Deno.test({
    name: `runChild() ${what}`,
    ignore: without("sh"),
    fn: async () => assertEquals<unknown>(await run(words, reason, isTTY), expected),
  });
}

Deno.test("runChild() needs a command", async () => {
  const failure = await assertRejects(() => Promise.resolve().then(() => runChild([], {}, testHost().host)));
  assertEquals(factsOf(failure).message, "Missing <command...>");
});
