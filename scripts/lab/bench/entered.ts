// How often functions were entered, counted by the platform.
import { Session } from "node:inspector";

/** The functions of a file. */
export interface FileCounts {
  /** URL of the file. */
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

/** Returns the counts since the last call. */
export async function takeCounts(): Promise<readonly FileCounts[]> {
  return (await post<{ result: readonly FileCounts[] }>("Profiler.takePreciseCoverage")).result;
}

/** Returns how often each function below a folder was entered since the last call: `file function position`. */
export async function enteredBelow(root: string): Promise<Map<string, number>> {
  const files = (await takeCounts()).filter(({ url }) => url.startsWith(root));
  return new Map(
    files.flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges: [{ startOffset = 0, count = 0 } = {}] }) =>
        [`${url.slice(root.length)} ${functionName || "anonymous"} ${startOffset}`, count] as const
      )
    ),
  );
}

/** Returns the names that were entered more often the second time. */
export function enteredMore(fewer: ReadonlyMap<string, number>, more: ReadonlyMap<string, number>): string[] {
  return [...more].filter(([name, times]) => times > (fewer.get(name) ?? 0)).map(([name]) => name);
}
