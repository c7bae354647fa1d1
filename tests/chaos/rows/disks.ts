/**
 * A disk that fails while a new pair is written, and containers that share one.
 *
 * @module
 */
import { Profile } from "../profile.ts";
import { pause, type Row, type Trial } from "../trial.ts";

/** How many operations fail: one, a few, or all until the process is gone. */
const FAILURES = [1, 3, -1];

/** Fails renames and fsyncs in a process from the moment on when the host commits. */
function failOnCommit(trial: Trial): Readonly<Record<string, string>> {
  const { host } = trial;
  const control = trial.control();
  const count = FAILURES[trial.number % FAILURES.length]!;
  const isRename = Math.floor(trial.number / FAILURES.length) % 2 === 0;
  host.expire();
  host.gate = {
    committed() {
      host.gate = {};
      control.set(isRename ? { failRename: count } : { failFsync: count });
      trial.fault();
    },
  };
  return control.env;
}

/** The process that met the fault goes on with the pair; a new one has it too. */
async function inProcess(trial: Trial): Promise<void> {
  const place = await trial.place("file");
  const env = failOnCommit(trial);
  const member = await trial.worker({ store: place.settings, env });
  const answer = await member.send("call");
  if (!trial.hangs(answer) && !answer.ok && answer.code === "untyped") trial.wrong(`an untyped error: ${answer.value}`);
  const again = await member.send("call");
  if (!trial.hangs(again) && !again.ok) trial.wrong(`the pair in memory isn't used: ${again.code} ${again.value}`);
  await member.kill();
  await trial.survives(place);
}

async function inCommandLine(trial: Trial): Promise<void> {
  const profile = await Profile.make(trial);
  const { done } = profile.start(["me", "--json"], { env: failOnCommit(trial) });
  const { code, stderr, isHanging } = await done;
  if (isHanging) trial.hangs({ id: 0, ok: false, value: "tonearm me", code: "hang" });
  // 10: the result is printed, and a warning says that the login could not be stored.
  else if (code !== 0 && code !== 10) trial.wrong(`the pair in memory isn't used: exit ${code}: ${stderr}`);
  await profile.survives();
}

/** Two processes that each believe to be the first of their machine, and can't see each other. */
async function inNamespaces(trial: Trial): Promise<void> {
  const { host } = trial;
  const place = await trial.place("file");
  const unshare = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
  // The holder's process id means nobody in the other namespace.
  const later = ["sh", "-c", '(:); (:); (:); "$@"; exit $?', "sh"];
  const [holder, other] = [
    await trial.worker({ store: place.settings, wrap: [...unshare, ...later] }),
    await trial.worker({ store: place.settings, wrap: unshare }),
  ];
  const committed = Promise.withResolvers<void>();
  host.expire();
  host.gate = {
    async committed() {
      host.gate = {};
      committed.resolve();
      await pause(600 + trial.random(400));
    },
  };
  const first = holder.send("call");
  await committed.promise;
  trial.fault();
  const second = other.send("call");
  for (const answer of await Promise.all([first, second])) {
    if (!trial.hangs(answer) && !answer.ok) trial.wrong(`a call failed: ${answer.code} ${answer.value}`);
  }
  await trial.survives(place);
}

/** The rows. */
export const disks: readonly Row[] = [
  {
    id: "disk-file",
    title: "file: rename or fsync fails with EIO, once, three times, or for good",
    trials: 20,
    short: 3,
    needs: ["shim"],
    run: inProcess,
  },
  {
    id: "disk-tonearm",
    title: "tonearm: rename or fsync fails with EIO, once, three times, or for good",
    trials: 20,
    short: 3,
    needs: ["shim"],
    run: inCommandLine,
  },
  {
    id: "namespace-file",
    title: "file: two PID namespaces with one hostname",
    trials: 20,
    short: 2,
    needs: ["unshare"],
    run: inNamespaces,
  },
];
