/**
 * The files of the command line that `tonearm track ID` enters between its arguments and the socket, by the platform's
 * own counts. What modules do when they are loaded isn't counted.
 *
 * @module
 */
import { Session } from "node:inspector";
import { run } from "../../cli/program.ts";
import type { Host, Output } from "../../cli/host/host.ts";

interface Counts {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

const ROOT = new URL("../../cli/", import.meta.url).href;
const inspector = new Session();
inspector.connect();

function post<T>(method: string, params: object = {}): Promise<T> {
  return new Promise((resolve, reject) =>
    inspector.post(
      method,
      params,
      (error: Error | null, result?: object) => error ? reject(error) : resolve(result as T),
    )
  );
}

/** What was entered since it was last asked: `file function` for each. */
async function entered(): Promise<string[]> {
  const { result } = await post<Counts>("Profiler.takePreciseCoverage");
  return result.filter(({ url }) => url.startsWith(ROOT)).flatMap(({ url, functions }) =>
    functions.filter(({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => `${url.slice(ROOT.length)} ${functionName}`)
  );
}

const stream: Output = { isTTY: false, columns: undefined, write: () => Promise.resolve() };
const reply = { kind: "track", id: 1, urn: "soundcloud:tracks:1", title: "A track" };

/** Runs the command once, and gives what was entered before the request. */
async function track(): Promise<string[]> {
  const found = Promise.withResolvers<string[]>();
  const host: Host = {
    stdout: stream,
    stderr: stream,
    stdin: { isTTY: false, async *[Symbol.asyncIterator]() {} },
    env: { TONEARM_TOKEN: "t", HOME: "/nowhere" },
    fetch: () => {
      found.resolve(entered());
      return Promise.resolve(Response.json(reply));
    },
    signal: new AbortController().signal,
    now: Date.now,
    endsItself: () => {},
  };
  await entered();
  const code = await run(["track", "1"], host);
  if (code !== 0) throw new Error(`track ended with ${code}`);
  return await found.promise;
}

await post("Profiler.enable");
await post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
await track();
console.log(JSON.stringify(await track()));
