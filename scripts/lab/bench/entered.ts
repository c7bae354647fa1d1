// How often functions were entered, counted by the platform.
import { Session } from "node:inspector";

/** The functions of a file. */
interface FileCounts {
  readonly url: string;
  /** Each function, with its own range before those within it. */
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

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

/** Starts counting. */
export async function startCounting(): Promise<void> {
  await post("Profiler.enable");
  await post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
}

/** Returns how often each function below a folder was entered since the last call: `file function position`. */
export async function enteredBelow(root: string): Promise<Map<string, number>> {
  const { result } = await post<{ result: readonly FileCounts[] }>("Profiler.takePreciseCoverage");
  return new Map(
    result.filter(({ url }) => url.startsWith(root)).flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges: [{ startOffset = 0, count = 0 } = {}] }) =>
        [`${url.slice(root.length)} ${functionName || "anonymous"} ${startOffset}`, count] as const
      )
    ),
  );
}

/** Enough runs to get past occasional work, such as checks of replies. */
const WARM = 30;
/** How many are counted. */
const COUNTED = 5;

/** Returns what one more run of a warm task enters below a folder: `file function position` for each. */
export async function enteredByOne(root: string, task: () => Promise<unknown>): Promise<string[]> {
  const count = async (runs: number) => {
    await enteredBelow(root);
    for (let run = 0; run < runs; run++) await task();
    return await enteredBelow(root);
  };
  await count(WARM);
  const [fewer, more] = [await count(COUNTED), await count(COUNTED + 1)];
  return [...more].filter(([name, times]) => times > (fewer.get(name) ?? 0)).map(([name]) => name);
}
