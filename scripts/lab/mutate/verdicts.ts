// Verdicts of earlier runs, stored in `coverage/verdicts.json`, so that a repeated run tries only what has changed.
import { hashOf, sourceHashes, type TestMap, testsOf } from "./coverage.ts";
import type { Fault } from "./faults.ts";
import { isNoticed } from "./scores.ts";
import type { Finding, Verdict } from "./trial.ts";

const KEPT = new URL("../../../coverage/verdicts.json", import.meta.url);

/** A verdict, and the tests that it depends on, each with the hash of its file. */
interface Kept {
  readonly verdict: Verdict;
  readonly tests: readonly string[];
}

/**
 * Known verdicts. A verdict is valid until the source changes, or for a noticed fault the tests that noticed it, or for
 * an unnoticed one the tests that run its line.
 */
export class Verdicts {
  readonly #file: URL;
  readonly #known: Map<string, Kept>;

  private constructor(file: URL, known: Map<string, Kept>) {
    this.#file = file;
    this.#known = known;
  }

  /**
   * Reads the stored verdicts.
   *
   * @param isFresh Whether to ignore them.
   * @param file Their file.
   */
  static async open(isFresh: boolean, file: URL = KEPT): Promise<Verdicts> {
    const text = isFresh ? undefined : await Deno.readTextFile(file).catch(() => undefined);
    return new Verdicts(file, new Map(text ? Object.entries<Kept>(JSON.parse(text)) : []));
  }

  /** Returns the verdict on a fault, or determines and stores it. */
  async of(fault: Fault, maps: readonly TestMap[], find: () => Promise<Finding>): Promise<Verdict> {
    const { path, line, start, end, replacement } = fault;
    const { [path]: hash } = await sourceHashes([path]);
    const key = `${path}:${start}-${end} ${hashOf(`${hash} ${replacement}`)}`;
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
