/**
 * Verdicts of earlier runs, kept in `coverage/verdicts.json`: who writes a test for what one run listed tries only that
 * again.
 *
 * @module
 */
import { hashOf, sourceHashes, type TestMap, testsOf } from "./coverage.ts";
import type { Fault } from "./faults.ts";
import { isNoticed } from "./scores.ts";
import type { Finding, Verdict } from "./trial.ts";

const KEPT = new URL("../../coverage/verdicts.json", import.meta.url);

/** A verdict, and the tests that it hangs on, each with the hash of its file. */
interface Kept {
  readonly verdict: Verdict;
  readonly tests: readonly string[];
}

/**
 * What is known of faults. It holds as long as the source stays as it is; a fault that was noticed, as long as the tests
 * that noticed it do; one that wasn't, as long as the tests that run its line do.
 */
export class Verdicts {
  readonly #file: URL;
  readonly #known: Map<string, Kept>;

  private constructor(file: URL, known: Map<string, Kept>) {
    this.#file = file;
    this.#known = known;
  }

  /**
   * Reads what is kept.
   *
   * @param isFresh Whether to forget it.
   * @param file Where it is kept.
   */
  static async open(isFresh: boolean, file: URL = KEPT): Promise<Verdicts> {
    const text = isFresh ? undefined : await Deno.readTextFile(file).catch(() => undefined);
    return new Verdicts(file, new Map(text ? Object.entries<Kept>(JSON.parse(text)) : []));
  }

  /** The verdict on a fault, or what gives one, which is then kept. */
  async of(fault: Fault, maps: readonly TestMap[], find: () => Promise<Finding>): Promise<Verdict> {
    const { path, line, start, end, replacement } = fault;
    const { [path]: hash } = await sourceHashes([path]);
    const key = `${path}:${start}-${end} ${await hashOf(`${hash} ${replacement}`)}`;
    const current = testsOf(maps, path, line, hash).map(nameOf);
    const kept = this.#known.get(key);
    if (kept && holds(kept, current)) return kept.verdict;
    const { verdict, by } = await find();
    this.#known.set(key, { verdict, tests: by?.map(nameOf) ?? current });
    await Deno.writeTextFile(this.#file, JSON.stringify(Object.fromEntries(this.#known)));
    return verdict;
  }
}

function nameOf({ test, hash }: TestMap): string {
  return `${test} ${hash}`;
}

function holds({ verdict, tests }: Kept, current: readonly string[]): boolean {
  return tests.every((test) => current.includes(test)) && (isNoticed(verdict) || tests.length === current.length);
}
