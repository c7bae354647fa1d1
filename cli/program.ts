/**
 * The program: runs a command line, and makes an exit code of whatever comes of it.
 *
 * @module
 */

import { versionAskedFor } from "./about.ts";
import type { Invocation } from "./command.ts";
import { ClosedPipe, EXITS, explain, type Failure } from "./errors.ts";
import type { Host } from "./host/host.ts";
import { reportFailure } from "./output/report.ts";

/** Runs a command line and returns the exit code. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  try {
    return await dispatch(argv, host);
  } catch (error) {
    const reason = host.signal.aborted ? host.signal.reason : error;
    if (reason instanceof ClosedPipe) return 0;
    return await fail(explain(reason), argv, host);
  }
}

/** Scripts request the version often, so it needs no command and loads none. */
async function dispatch(argv: readonly string[], host: Host): Promise<number> {
  const asked = versionAskedFor(argv);
  if (asked !== undefined) {
    await host.stdout.write(asked);
    return 0;
  }
  const { rootCommand, parseCommand } = await import("./catalog.ts");
  const invocation: Invocation = { host, exitCode: 0 };
  await parseCommand(rootCommand(invocation), argv);
  return invocation.exitCode;
}

async function fail(failure: Failure, argv: readonly string[], host: Host): Promise<number> {
  try {
    await reportFailure(failure, argv, host);
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
  return EXITS[failure.kind].code;
}
