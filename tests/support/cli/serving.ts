import type { Home, Running } from "./cli.ts";

/** What `sandbox start --jsonl` prints. */
export interface Ready {
  /** The address of the API. */
  readonly url: string;
  /** The path of the CA's certificate. */
  readonly certificate: string;
  /** The address of the proxy. */
  readonly proxyUrl: string;
  /** The app's id. */
  readonly clientId: string;
  /** Its secret. */
  readonly clientSecret: string;
  /** Its redirect URI. */
  readonly redirectUri: string;
  /** The id of the process. */
  readonly pid: number;
}

/** A sandbox that a process serves. */
export type Serving = Running & { readonly ready: Ready };

/** Starts `sandbox start` or `sandbox proxy`, and waits for its line. */
export async function startServing(home: Home, command: "start" | "proxy", ...args: string[]): Promise<Serving> {
  const running = home.start(["sandbox", command, "--jsonl", ...args]);
  return { ...running, ready: JSON.parse(await running.printed(/\n/)) };
}

/** Ends a program, and waits for its end. */
export async function stop(running: Running): Promise<void> {
  running.signal("SIGTERM");
  await running.outcome;
}
