/**
 * Writes the ledgers of `tests/ledger/`, which `.ci/run` holds the tests to. Files are loaded, and their tests listed;
 * none runs. A conflict between two branches is resolved by writing them again.
 *
 * `deno task build ledger`
 */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../deno.ts";
import { ran } from "../ran.ts";
import { ROOMS } from "../rooms.ts";
import { groupsOf, writeEntries } from "./tests/isolates.ts";
import { readReport } from "./tests/junit.ts";
import { counted, type Ledger, writeLedger } from "./tests/ledger.ts";
import { testFiles, tierOf, TIERS } from "./tests/tiers.ts";

const ROOT = new URL("../../", import.meta.url);
const LISTED = fileURLToPath(new URL("tests/only_listed.ts", import.meta.url));

/**
 * Lists the tests of modules.
 *
 * @throws {Error} When one doesn't load, or a file lists none: a ledger without it would let its tests vanish.
 */
async function listed(words: readonly string[], folder: string, files: readonly string[] = []): Promise<Ledger> {
  const report = `${folder}/report.xml`;
  const options = ["-q", "--no-check", "-P=test", `--preload=${LISTED}`, `--junit-path=${report}`];
  const args = ["test", "--config", await chooseConfig(), ...options, ...words];
  const env = { TONEARM_SKIPS: "", NO_COLOR: "1" };
  const { stdout, stderr } = await ran(Deno.execPath(), args, { cwd: ROOT, env });
  const suites = readReport(await Deno.readTextFile(report));
  const broken = suites.flatMap(({ file, cases }) => cases.some(({ outcome }) => outcome === "error") ? [file] : []);
  const found = counted(suites);
  broken.push(...files.filter((file) => !found.has(file)));
  if (broken.length === 0) return found;
  throw new Error(`Cannot list the tests of ${broken.join(", ")}:\n${stdout}${stderr}`);
}

/** The tests of the release whose number is the same on every machine: those of the packages differ by its runtimes. */
const OF_RELEASE: readonly string[] = ROOMS["release"]!["rehearse"]!.test!.slice(1);

/** The modules and files of the documentation's examples: those of the task `test:docs`. */
async function documented(): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const words: string[] = tasks["test:docs"].command.split(" with test ")[1].split(" ");
  return words.filter((word) => word !== "--no-check" && !word.startsWith("-P="));
}

async function write(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-ledger-" });
  try {
    // No test runs, so that none disturbs another of its isolate.
    const files = await testFiles();
    const groups = groupsOf(files, navigator.hardwareConcurrency, () => true);
    const found = await listed(["--parallel", ...await writeEntries(groups, folder)], folder, files);
    for (const tier of TIERS) await writeLedger(tier, new Map([...found].filter(([file]) => tierOf(file) === tier)));
    await writeLedger("docs", await listed(await documented(), folder));
    await writeLedger("release", await listed(OF_RELEASE, folder, OF_RELEASE));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await write();
