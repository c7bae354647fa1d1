/**
 * Things that are done or undone.
 *
 * @module
 */
import { ServiceError } from "./errors.ts";
import type { CallOptions, TokenSource } from "./session.ts";
import { send } from "./transport/send.ts";
import type { Path } from "./transport/path.ts";

/**
 * Does or undoes something. Any 2xx is success, whatever its body contains.
 *
 * @param source Who makes the call.
 * @param method `POST` does, `DELETE` undoes.
 * @param path What.
 * @param options Options of the call.
 * @returns True when the service accepted it, false when there was nothing to undo.
 * @throws {ServiceError} For every other failure. A 404 that isn't JSON comes from a fault on the way.
 */
export async function toggle(
  source: TokenSource,
  method: "POST" | "DELETE",
  path: Path,
  options: CallOptions | undefined,
): Promise<boolean> {
  try {
    await send(source, { method, path, expects: "any" }, options);
    return true;
  } catch (error) {
    if (method === "DELETE" && error instanceof ServiceError && error.isNotFound && error.body) return false;
    throw error;
  }
}
