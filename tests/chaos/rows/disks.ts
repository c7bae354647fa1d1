import { join } from "node:path";
import { fill as fillDisk, smallDisk } from "../../support/small_disk.ts";
import { fill } from "../places.ts";
import { noteHang, Profile } from "../profile.ts";
import { pause, type Row, type Trial } from "../trial.ts";

/** How many operations fail: one, a few, or all until the process is gone. */
const FAILURES = [1, 3, -1];

/** Fails renames and fsyncs in a process from the moment on when the host commits. */
function failOnCommit(trial: Trial): Readonly<Record<string, string>> {
  const control = trial.control();
  const count = FAILURES[trial.number % FAILURES.length]!;
  const isRename = Math.floor(trial.number / FAILURES.length) % 2 === 0;
  void trial.onCommit(() => {
    control.set(isRename ? { failRename: count } : { failFsync: count });
    trial.fault();
  });
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

/** How many blocks a full disk has left, by turns: what a refresh needs fits, or not, at each of its steps. */
const LEFT_BLOCKS = 8;
const BLOCK_BYTES = 4096;

/** A disk is full. Either the pair is stored, or nothing is spent. */
async function onFullDisk(trial: Trial): Promise<void> {
  const { host } = trial;
  using disk = smallDisk(1)!;
  const { settings, ...place } = await trial.place("file");
  const full = { ...place, settings: { ...settings, place: join(disk.path, "session.json") } };
  await fill(full, host.login());
  const member = await trial.worker({ store: full.settings });
  await member.send("call");
  const filled = fillDisk(disk.path, trial.number % LEFT_BLOCKS * BLOCK_BYTES);
  trial.fault();
  host.expire();
  const before = host.requests;
  const answer = await member.send("call");
  if (!trial.hangs(answer) && !answer.ok) {
    if (answer.code !== "token_store") trial.wrong(`${answer.code} ${answer.value}`);
    if (host.requests > before) trial.wrong("a token was sent although the pair has no room");
  }
  await member.kill();
  filled[Symbol.dispose]();
  await trial.survives(full);
}

/** The same in the command line, which says what it couldn't store. */
async function onFullDiskInCommandLine(trial: Trial): Promise<void> {
  using disk = smallDisk(1)!;
  const profile = await Profile.make(trial, `${disk.path}/`);
  await profile.start(["me", "--json"]).done;
  const filled = fillDisk(disk.path, trial.number % LEFT_BLOCKS * BLOCK_BYTES);
  trial.fault();
  trial.host.expire();
  const run = await profile.start(["me", "--json"]).done;
  noteHang(trial, run);
  if (run.code !== 0 && !run.stderr) trial.wrong(`exit ${run.code} without a message`);
  filled[Symbol.dispose]();
  await profile.survives();
}

/** Two processes that each believe to be the first of their machine, and can't see each other. */
async function inNamespaces(trial: Trial): Promise<void> {
  const place = await trial.place("file");
  const unshare = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
  // The holder's process id means nobody in the other namespace.
  const later = ["sh", "-c", '(:); (:); (:); "$@"; exit $?', "sh"];
  const [holder, other] = [
    await trial.worker({ store: place.settings, wrap: [...unshare, ...later] }),
    await trial.worker({ store: place.settings, wrap: unshare }),
  ];
  const committed = trial.onCommit(() => pause(600 + trial.random(400)));
  const first = holder.send("call");
  await committed;
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
    ...{ id: "full-file", title: "file: the disk has 0 to 7 blocks left", trials: 24, short: 3, needs: ["mount"] },
    run: onFullDisk,
  },
  {
    ...{
      id: "full-tonearm",
      title: "tonearm: the disk has 0 to 7 blocks left",
      trials: 24,
      short: 3,
      needs: ["mount"],
    },
    run: onFullDiskInCommandLine,
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
