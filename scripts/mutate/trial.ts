/**
 * Tries whether the tests notice a fault, in a copy of the tree.
 *
 * @module
 */
import { copyTree } from "../check_packages.ts";
import { chooseConfig } from "../deno.ts";
import { sourceHashes, type TestMap, testsOf } from "./coverage.ts";
import { applyFault, type Fault } from "./faults.ts";

/** What the tests make of a fault. */
export type Verdict = "noticed" | "unnoticed" | "uncovered" | "took too long";

/** How many of a fault's tests run at first, and at most: the rest run it only by the way. */
const MOST_TESTS = [4, 16] as const;
/** How much longer than without a fault the tests may take. */
const PATIENCE = 5;
const LEAST_S = 20;

/** A copy of the tree, in which one fault after the other is tried. */
export class Workshop implements AsyncDisposable {
  readonly #folder: string;
  readonly #config: string;
  /** Whether a test passes without a fault; one that doesn't notices nothing. */
  readonly #isSound = new Map<string, boolean>();

  private constructor(folder: string) {
    this.#folder = folder;
    this.#config = `${folder}/deno.linked.json`;
  }

  /** Copies the tree. */
  static async open(): Promise<Workshop> {
    const folder = await Deno.makeTempDir({ prefix: "tonearm-mutate-" });
    await copyTree(folder);
    const config = (await Deno.readTextFile(await chooseConfig())).replace(/"frozen": true/, '"frozen": false');
    const workshop = new Workshop(folder);
    await Deno.writeTextFile(workshop.#config, config);
    await Deno.copyFile(new URL("../../deno.lock", import.meta.url), `${folder}/deno.lock`);
    return workshop;
  }

  /** Runs a fault's tests, the most specific first, until one fails. */
  async try(fault: Fault, maps: readonly TestMap[]): Promise<Verdict> {
    const { [fault.path]: hash } = await sourceHashes([fault.path]);
    const tests = testsOf(maps, fault.path, fault.line, hash).filter(({ test }) => this.#isSound.get(test) !== false);
    if (tests.length === 0) return "uncovered";
    const [first, most] = MOST_TESTS;
    for (const some of [tests.slice(0, first), tests.slice(first, most)]) {
      const verdict = some.length > 0 ? await this.#tryWith(fault, some) : "unnoticed";
      if (verdict !== "unnoticed") return verdict;
    }
    return "unnoticed";
  }

  /** Runs some tests with a fault; where they fail, those that fail without it, too, are left out. */
  async #tryWith(fault: Fault, tests: readonly TestMap[]): Promise<Verdict> {
    const path = `${this.#folder}/${fault.path}`;
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, applyFault(text, fault));
    const verdict = await this.#run(tests).finally(() => Deno.writeTextFile(path, text));
    const unknown = tests.filter(({ test }) => !this.#isSound.has(test));
    if (verdict === "unnoticed" || unknown.length === 0) return verdict;
    await this.#check(unknown);
    const sound = tests.filter(({ test }) => this.#isSound.get(test));
    if (sound.length === tests.length) return verdict;
    return sound.length === 0 ? "unnoticed" : await this.#tryWith(fault, sound);
  }

  /** Finds out which tests pass without a fault: all of them at once, as a rule. */
  async #check(tests: readonly TestMap[]): Promise<void> {
    const areAll = await this.#run(tests) === "unnoticed";
    for (const one of tests) {
      this.#isSound.set(one.test, areAll || tests.length > 1 && await this.#run([one]) === "unnoticed");
    }
  }

  async #run(tests: readonly TestMap[]): Promise<Verdict> {
    const seconds = LEAST_S + Math.ceil(PATIENCE * tests.reduce((sum, { ms }) => sum + ms, 0) / 1000);
    const words = ["--kill-after=5", String(seconds), Deno.execPath(), "test", "-q", "--no-check", "--fail-fast"];
    const { code } = await new Deno.Command("timeout", {
      args: [...words, "--config", this.#config, "-P=test", ...tests.map(({ test }) => test)],
      cwd: this.#folder,
      env: { TONEARM_DENO_CONFIG: this.#config, NO_COLOR: "1" },
      ...{ stdin: "null", stdout: "null", stderr: "null" } as const,
    }).output();
    if (code === 124 || code === 137) return "took too long";
    return code === 0 ? "unnoticed" : "noticed";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}
