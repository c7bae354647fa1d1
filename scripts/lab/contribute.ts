/**
 * The three tasks of CONTRIBUTING.md, done as a contributor does them: in a copy of the tree, a task's edits are
 * applied, then `accept`, `check` and the tests that concern it run once. Prints how many files were edited by hand and
 * how many `accept` renewed, and fails if a task needs more files than its limit, or if anything is red.
 *
 * `deno task lab contribute [operation] [command] [fault]`
 */
import { dirname } from "node:path";
import { copyTree } from "../check/check_packages.ts";
import { type Ran, ran } from "../ran.ts";
import { CONTRIBUTIONS } from "./contribute/contributions.ts";
import { applied, type Contribution } from "./contribute/edits.ts";

const ROOT = new URL("../../", import.meta.url);
const AUTHOR = ["-c", "user.name=A contributor", "-c", "user.email=contributor@example.org"];

/** Runs a command in a copy; nested tasks choose their configuration anew. */
function run(cwd: string, command: string, ...args: readonly string[]): Promise<Ran> {
  return ran(command, args, { cwd, env: { TONEARM_DENO_CONFIG: "", NO_COLOR: "1" } });
}

/** Commits everything, and returns the files that have changed since the last commit. */
async function commit(folder: string): Promise<string[]> {
  await run(folder, "git", "add", "--all");
  const { stdout } = await run(folder, "git", "diff", "--cached", "--name-only");
  await run(folder, "git", ...AUTHOR, "commit", "--quiet", "--no-verify", "--allow-empty", "--message=step");
  return stdout.split("\n").filter(Boolean);
}

async function apply({ edits }: Contribution, folder: string): Promise<void> {
  for (const edit of edits) {
    const path = `${folder}/${edit.file}`;
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, applied(edit, await Deno.readTextFile(path).catch(() => undefined)));
  }
}

/** Runs the tasks, and says what fails. */
async function isGreen(folder: string, tasks: readonly (readonly string[])[]): Promise<boolean> {
  let green = true;
  for (const task of tasks) {
    const { success, stdout, stderr } = await run(folder, Deno.execPath(), "task", "-q", ...task);
    if (!success) console.error(`FAILED  ${task[0]}\n${(stdout + stderr).split("\n").slice(-60).join("\n")}`);
    green &&= success;
  }
  return green;
}

async function contribute(contribution: Contribution): Promise<boolean> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-contribute-" });
  try {
    await copyTree(folder);
    await Deno.copyFile(new URL("deno.lock", ROOT), `${folder}/deno.lock`);
    await run(folder, "git", "init", "--quiet");
    await commit(folder);
    const start = performance.now();
    await apply(contribution, folder);
    const edited = await commit(folder);
    const isAccepted = await isGreen(folder, [["accept"]]);
    const renewed = await commit(folder);
    const isHeld = await isGreen(folder, [["check"], ["test", ...contribution.tests]]);
    const seconds = Math.round((performance.now() - start) / 1000);
    const isSmall = edited.length <= contribution.limit;
    const colour = isAccepted && isHeld ? "green" : "red";
    const outcome = isSmall ? colour : "too many";
    console.log(
      `${contribution.name}: ${edited.length} files by hand (at most ${contribution.limit}), ` +
        `${renewed.length} renewed by accept, ${seconds} s, ${outcome}`,
    );
    for (const path of edited) console.log(`  ${path}`);
    for (const path of renewed) console.log(`  (${path})`);
    return outcome === "green";
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const wanted = CONTRIBUTIONS.filter(({ name }) => Deno.args.length === 0 || Deno.args.includes(name));
  let failures = 0;
  for (const contribution of wanted) failures += await contribute(contribution) ? 0 : 1;
  Deno.exit(failures > 0 || wanted.length === 0 ? 1 : 0);
}
