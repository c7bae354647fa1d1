/**
 * Runs every test, or those of the files named, and holds the library to the coverage that `deno.json` asks for. The
 * report is in `coverage/data/html/`.
 *
 * @module
 */
import { chooseConfig } from "./deno.ts";

const ROOT = new URL("../", import.meta.url);
const DATA = "coverage/data";

async function deno(...args: string[]): Promise<boolean> {
  return (await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).spawn().status).success;
}

/** Whether the tests passed and covered enough. */
async function isCovered(tests: string[]): Promise<boolean> {
  await Deno.remove(new URL("coverage/", ROOT), { recursive: true }).catch(() => {});
  const collect = [`--coverage=${DATA}`, "--coverage-raw-data-only"];
  const passed = await deno("test", "-q", "-P=test", "--config", await chooseConfig(), ...collect, ...tests);
  const library = "--include=/src/";
  await deno("coverage", DATA, library, "--html");
  return await deno("coverage", DATA, library) && passed;
}

if (import.meta.main) Deno.exit(await isCovered(Deno.args) ? 0 : 1);
