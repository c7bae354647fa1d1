/**
 * What platforms throw when a request fails, as the library's errors.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import type { Call } from "./call.ts";

/**
 * Describes what a `fetch` has thrown.
 *
 * @param thrown Whatever it threw.
 * @param call The call.
 * @returns The reason of the caller's abort, an error of the library as it is, or else a {@linkcode ServiceError} of the
 * code `network`.
 */
export function describeFailure(thrown: unknown, call: Call): unknown {
  if (thrown instanceof ServiceError) return thrown;
  // Platforms differ in what they throw on an abort; the signal's reason is what the caller gave.
  if (call.signal?.aborted) return call.signal.reason;
  return failure("network", reasonOf(thrown), call, { cause: thrown });
}

/** With the platform's name for it, such as `ECONNREFUSED`. Node has it in the cause of what it throws. */
function reasonOf(thrown: unknown): string {
  const root = Object(thrown).cause ?? thrown;
  hideQueries(thrown);
  hideQueries(root);
  const { code } = Object(root);
  return /^[A-Z]\w+$/.test(code) ? `network: ${code}` : "network";
}

/** Platforms name the address in what they throw, Bun in a field of its own. Its query may hold codes and signatures. */
function hideQueries(thrown: unknown): void {
  const fields: Record<string, unknown> = Object(thrown);
  for (const name of Object.getOwnPropertyNames(fields)) {
    const text = fields[name];
    if (typeof text !== "string") continue;
    const bare = text.replace(/(\w:\/\/)(?:[^\s/?#]*@)?([^\s?#)]*)[^\s)]*/g, "$1$2");
    if (bare !== text) Reflect.set(fields, name, bare);
  }
}
