// The ledgers of `tests/ledger/`: how many tests each file of a tier holds, exactly, so that none vanishes unseen.
import type { Suite } from "./junit.ts";

const FOLDER = new URL("../../../tests/ledger/", import.meta.url);

/** The number of tests of each file. */
export type Ledger = ReadonlyMap<string, number>;

/** Counts the tests of a report by file, skipped ones included, steps and the lines of an example left out. */
export function counted(suites: readonly Suite[]): Ledger {
  const found = new Map<string, number>();
  // A step that a helper defines is reported under the helper's file, apart from its test.
  const names = new Set(suites.flatMap(({ cases }) => cases.map(({ name }) => name)));
  for (const { file, cases } of suites) {
    const count = cases.filter(({ name, outcome }) => outcome !== "error" && !isStep(name, names)).length;
    if (count > 0) found.set(file, (found.get(file) ?? 0) + count);
  }
  return found;
}

/** The report names a step after its test: `a test > its step`. */
function isStep(name: string, names: ReadonlySet<string>): boolean {
  for (let at = name.indexOf(" > "); at >= 0; at = name.indexOf(" > ", at + 1)) {
    if (names.has(name.slice(0, at))) return true;
  }
  return false;
}

/** Says where tests differ from the ledger. */
export function differences(ledger: Ledger, found: Ledger): string[] {
  const files = [...new Set([...ledger.keys(), ...found.keys()])].sort();
  return files.flatMap((file) => {
    const [before, now] = [ledger.get(file) ?? 0, found.get(file) ?? 0];
    return before === now ? [] : [`${file}: ${now} tests, where the ledger has ${before}`];
  });
}

/** Reads the ledger of a tier; a tier without one has no tests. */
export async function readLedger(tier: string): Promise<Ledger> {
  const text = await Deno.readTextFile(new URL(`${tier}.txt`, FOLDER)).catch(() => "");
  return new Map(
    text.split("\n").filter(Boolean).map((line) => {
      const [file = "", count] = line.split(": ");
      return [file, Number(count)];
    }),
  );
}

/** Writes the ledger of a tier: a line a file, by path, so that two branches seldom change the same lines. */
export async function writeLedger(tier: string, found: Ledger): Promise<void> {
  const lines = [...found].map(([file, count]) => `${file}: ${count}\n`).sort();
  await Deno.mkdir(FOLDER, { recursive: true });
  await Deno.writeTextFile(new URL(`${tier}.txt`, FOLDER), lines.join(""));
}
