/**
 * The files of the command line that `tonearm track ID` enters between its arguments and the socket, and to its end,
 * counted by the platform. Module initialisation isn't counted.
 */
import { run } from "../../../../cli/program.ts";
import { testHost } from "../../../../tests/support/cli/test_host.ts";
import { enteredBelow, startCounting } from "../entered.ts";

const ROOT = new URL("../../../../cli/", import.meta.url).href;

/** Returns what was entered since the last call: `file function` for each. */
async function entered(): Promise<string[]> {
  const counts = [...await enteredBelow(ROOT)].filter(([, count]) => count > 0);
  return counts.map(([name]) => name.replace(/ \d+$/, "")).filter((name) => !name.endsWith(" anonymous"));
}

const reply = { kind: "track", id: 1, urn: "soundcloud:tracks:1", title: "A track" };

/** What the command enters: `file function` for each. */
export interface EnteredByCommand {
  /** From the arguments to the request. */
  readonly request: readonly string[];
  /** From the arguments to the exit code, with what the output needs. */
  readonly whole: readonly string[];
}

/** Runs the command once, and returns what was entered. */
async function track(): Promise<EnteredByCommand> {
  const found = Promise.withResolvers<string[]>();
  const fetch = () => {
    found.resolve(entered());
    return Promise.resolve(Response.json(reply));
  };
  const { host } = testHost({ env: { TONEARM_TOKEN: "t" }, fetch });
  await entered();
  const code = await run(["track", "1"], host);
  if (code !== 0) throw new Error(`track ended with ${code}`);
  const request = await found.promise;
  return { request, whole: [...new Set([...request, ...await entered()])] };
}

await startCounting();
await track();
console.log(JSON.stringify(await track()));
