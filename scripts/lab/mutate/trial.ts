// Tries whether the tests notice a fault, in a copy of the tree.
import { copyTree } from "../../check/check_packages.ts";
import { chooseConfig } from "../../deno.ts";
import { ran } from "../../ran.ts";
import { sourceHashes, type TestMap, testsOf } from "./coverage.ts";
import { applyFault, type Fault } from "./faults.ts";

/** The verdict of the tests and the compiler on a fault. */
export type Verdict = "noticed" | "refused" | "unnoticed" | "uncovered" | "took too long";

/** A verdict, and the tests that gave it; empty if nothing was noticed. */
export interface Finding {
  readonly verdict: Verdict;
  readonly by?: readonly TestMap[];
}

/** Time limits of the parts of a fault's tests, in milliseconds: each part runs if the previous one noticed nothing. */
const PARTS_MS: readonly number[] = [2_000, 8_000, 30_000];
/** Factor by which tests may take longer with a fault. */
const TIMEOUT_FACTOR = 5;
const MIN_TIMEOUT_S = 45;
/** Time limit of the compiler, in seconds. */
const COMPILER_S = 120;

/** Splits the tests of a fault by their time; those beyond the last part aren't run. */
export function inParts(tests: readonly TestMap[], parts: readonly number[] = PARTS_MS): TestMap[][] {
  const found: TestMap[][] = parts.map(() => []);
  let [part, spent] = [0, 0];
  for (const test of tests) {
    if (spent > 0 && spent + test.ms > parts[part]!) [part, spent] = [part + 1, 0];
    if (part === parts.length) break;
    found[part]!.push(test);
    spent += test.ms;
  }
  return found.filter((some) => some.length > 0);
}

/** A copy of the tree in which faults are tried one after another. */
export class Workshop implements AsyncDisposable {
  readonly #folder: string;
  readonly #config: string;
  /** Where git keeps the copy as it was: not in it, since tests look there for a repository. */
  readonly #kept: string;
  /** Whether a test passes here without a fault; a failing test notices nothing. */
  readonly #isSound: Map<string, boolean>;

  private constructor(folder: string, isSound: Map<string, boolean>) {
    this.#folder = folder;
    this.#config = `${folder}/deno.linked.json`;
    this.#kept = `${folder}.git`;
    this.#isSound = isSound;
  }

  /**
   * Copies the tree.
   *
   * @param isSound The copies' shared knowledge of tests.
   */
  static async open(isSound: Map<string, boolean>): Promise<Workshop> {
    const folder = await Deno.makeTempDir({ prefix: "tonearm-mutate-" });
    await copyTree(folder);
    const config = (await Deno.readTextFile(await chooseConfig())).replace(/"frozen": true/, '"frozen": false');
    const workshop = new Workshop(folder, isSound);
    await Deno.writeTextFile(workshop.#config, config);
    await Deno.copyFile(new URL("../../../deno.lock", import.meta.url), `${folder}/deno.lock`);
    await workshop.#git("init", "-q");
    await workshop.#git("add", "--all");
    return workshop;
  }

  /** Runs a fault's tests, likeliest first, until one fails; then the compiler, if none does. */
  async try(fault: Fault, maps: readonly TestMap[]): Promise<Finding> {
    const path = `${this.#folder}/${fault.path}`;
    const { [fault.path]: hash } = await sourceHashes([fault.path]);
    const faulty = applyFault(await Deno.readTextFile(path), fault);
    const restore = () => this.#restore();
    const tests = testsOf(maps, fault.path, fault.line, hash);
    for (const some of inParts(tests.filter(({ test }) => this.#isSound.get(test) !== false))) {
      const verdict = await this.#tryWith(some, () => Deno.writeTextFile(path, faulty), restore);
      if (verdict !== "unnoticed") return { verdict, by: some };
    }
    await Deno.writeTextFile(path, faulty);
    const compiles = await this.#deno(COMPILER_S, "check", fault.path).finally(restore) !== 1;
    if (!compiles) return { verdict: "refused", by: [] };
    return { verdict: tests.length > 0 ? "unnoticed" : "uncovered" };
  }

  /** Runs some tests with a fault. If they fail, tests that also fail without it are left out. */
  async #tryWith(
    tests: readonly TestMap[],
    spoil: () => Promise<void>,
    restore: () => Promise<void>,
  ): Promise<Verdict> {
    await spoil();
    const verdict = await this.#run(tests).finally(restore);
    if (verdict === "unnoticed") return verdict;
    // On a busy machine a run may exceed its time.
    if (verdict === "took too long") return await this.#run(tests) === verdict ? "unnoticed" : verdict;
    await this.#check(tests.filter(({ test }) => !this.#isSound.has(test)));
    const sound = tests.filter(({ test }) => this.#isSound.get(test));
    if (sound.length === tests.length) return verdict;
    return sound.length === 0 ? "unnoticed" : await this.#tryWith(sound, spoil, restore);
  }

  /** Checks which tests pass without a fault, usually all in one run. */
  async #check(tests: readonly TestMap[]): Promise<void> {
    const areAll = tests.length > 0 && await this.#run(tests) === "unnoticed";
    // On a busy machine a test may fail once.
    const passes = async (one: TestMap) => areAll || await this.#run([one]) === "unnoticed";
    for (const one of tests) this.#isSound.set(one.test, await passes(one) || await passes(one));
  }

  /** Takes back a fault, and all that the tests have written with it: a script that writes files may write others. */
  async #restore(): Promise<void> {
    await this.#git("checkout-index", "--quiet", "--force", "--all");
    await this.#git("clean", "-fdq");
  }

  async #git(...args: readonly string[]): Promise<void> {
    const env = { GIT_DIR: this.#kept, GIT_WORK_TREE: this.#folder };
    const { success, stderr } = await ran("git", args, { cwd: this.#folder, env });
    if (!success) throw new Error(`Cannot keep the copy as it was: ${stderr}`);
  }

  async #run(tests: readonly TestMap[]): Promise<Verdict> {
    const seconds = MIN_TIMEOUT_S + Math.ceil(TIMEOUT_FACTOR * tests.reduce((sum, { ms }) => sum + ms, 0) / 1000);
    const words = ["--no-check", "--fail-fast", "-P=test", ...tests.map(({ test }) => test)];
    const code = await this.#deno(seconds, "test", ...words);
    if (code === 124 || code === 137) return "took too long";
    return code === 0 ? "unnoticed" : "noticed";
  }

  /** Runs `deno` in the copy, and returns its exit code or that of `timeout`. */
  async #deno(seconds: number, command: string, ...args: readonly string[]): Promise<number> {
    const words = [
      "--kill-after=5",
      String(seconds),
      Deno.execPath(),
      command,
      "-q",
      "--config",
      this.#config,
    ];
    const { code } = await new Deno.Command("timeout", {
      args: [...words, ...args],
      cwd: this.#folder,
      env: { TONEARM_DENO_CONFIG: this.#config, NO_COLOR: "1" },
      ...{ stdin: "null", stdout: "null", stderr: "null" } as const,
    }).output();
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#kept, { recursive: true });
    await Deno.remove(this.#folder, { recursive: true });
  }
}
