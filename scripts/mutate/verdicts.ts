/**
 * Verdicts of earlier runs, kept in `coverage/verdicts.json`: who writes a test for what one run listed tries only that
 * again.
 *
 * @module
 */
import { hashOf, sourceHashes, type TestMap, testsOf } from "./coverage.ts";
import type { Fault } from "./faults.ts";
import type { Verdict } from "./trial.ts";

const KEPT = new URL("../../coverage/verdicts.json", import.meta.url);

/** What is known of faults. A verdict holds as long as the source and the tests that run the line stay as they are. */
export class Verdicts {
  readonly #file: URL;
  readonly #known: Map<string, Verdict>;

  private constructor(file: URL, known: Map<string, Verdict>) {
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
    return new Verdicts(file, new Map(text ? Object.entries<Verdict>(JSON.parse(text)) : []));
  }

  /** The verdict on a fault, or what gives one, which is then kept. */
  async of(fault: Fault, maps: readonly TestMap[], find: () => Promise<Verdict>): Promise<Verdict> {
    const key = await keyOf(fault, maps);
    const verdict = this.#known.get(key) ?? await find();
    if (!this.#known.has(key)) {
      this.#known.set(key, verdict);
      await Deno.writeTextFile(this.#file, JSON.stringify(Object.fromEntries(this.#known)));
    }
    return verdict;
  }
}

async function keyOf({ path, line, start, end, replacement }: Fault, maps: readonly TestMap[]): Promise<string> {
  const { [path]: hash } = await sourceHashes([path]);
  const tests = testsOf(maps, path, line, hash).map((map) => `${map.test} ${map.hash}`).sort();
  return `${path}:${start}-${end} ${await hashOf([hash, replacement, ...tests].join("\n"))}`;
}
