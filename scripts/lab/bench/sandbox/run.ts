import { chooseConfig } from "../../../deno.ts";
import type { EnteredBySandbox } from "./entered.ts";

const PROGRAM = new URL("entered.ts", import.meta.url).pathname;

/** Counts the files of the sandbox that a warm GET of each path enters, in a separate process. */
export async function countFiles(): Promise<Record<string, number>> {
  const args = ["run", "-q", "--config", await chooseConfig(), "-P=test", PROGRAM];
  const { success, stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
  if (!success) throw new Error(`${PROGRAM} failed`);
  const entered: EnteredBySandbox = JSON.parse(new TextDecoder().decode(stdout));
  return Object.fromEntries(
    Object.entries(entered).map(([path, places]) => [path, new Set(places.map((place) => place.split(" ")[0])).size]),
  );
}
