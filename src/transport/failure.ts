import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import type { Call } from "./call.ts";

/**
 * Describes an error of `fetch`.
 *
 * @returns The reason of the caller's abort, the unchanged error of the library, or else a {@linkcode ServiceError}
 * with the code `network`.
 */
export function describeFailure(thrown: unknown, call: Call): unknown {
  if (thrown instanceof ServiceError) return thrown;
  // Platforms throw different errors on an abort; the signal's reason is the caller's.
  if (call.signal?.aborted) return call.signal.reason;
  return failure("network", reasonOf(thrown), call, { cause: thrown });
}

/** The reason, with the platform's code, such as `ECONNREFUSED`. Node has it in the cause of its errors. */
function reasonOf(thrown: unknown): string {
  const root = Object(thrown).cause ?? thrown;
  hideQueries(thrown);
  hideQueries(root);
  const { code } = Object(root);
  return /^[A-Z]\w+$/.test(code) ? `network: ${code}` : "network";
}

/**
 * Removes queries from platform errors, which contain the URL (Bun in a separate field): they may contain codes and
 * signatures.
 */
function hideQueries(thrown: unknown): void {
  const fields: Record<string, unknown> = Object(thrown);
  for (const name of Object.getOwnPropertyNames(fields)) {
    const text = fields[name];
    if (typeof text !== "string") continue;
    const bare = text.replace(/(\w:\/\/)(?:[^\s/?#]*@)?([^\s?#)]*)[^\s)]*/g, "$1$2");
    if (bare !== text) Reflect.set(fields, name, bare);
  }
}
