/**
 * Runs every test, or those of the named files, and checks the coverage of each of the three packages against the
 * thresholds of `deno.json`. Processes that tests start count too. The report is in `coverage/data/html/`.
 */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../deno.ts";

const ROOT = new URL("../../", import.meta.url);
const DATA = fileURLToPath(new URL("coverage/data", ROOT));
/** The folders of the packages. */
const PACKAGES = ["src", "cli", "sandbox"] as const;

async function deno(args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  return (await new Deno.Command(Deno.execPath(), { args: [...args], env, cwd: ROOT }).spawn().status).success;
}

/** Whether the tests passed and covered enough. */
async function isCovered(tests: readonly string[]): Promise<boolean> {
  await Deno.remove(new URL("coverage/", ROOT), { recursive: true }).catch(() => {});
  const args = ["test", "-q", "-P=test", "--parallel", "--config", await chooseConfig(), `--coverage=${DATA}`];
  const passed = await deno([...args, "--coverage-raw-data-only", ...tests], { DENO_COVERAGE_DIR: DATA });
  const report = (folders: string) => ["coverage", DATA, `--include=^${ROOT.href}(${folders})/`];
  await deno([...report(PACKAGES.join("|")), "--html"]);
  let isEnough = true;
  for (const folder of PACKAGES) isEnough = await deno(report(folder)) && isEnough;
  return passed && isEnough;
}

if (import.meta.main) Deno.exit(await isCovered(Deno.args) ? 0 : 1);
