import { ServiceError } from "./errors.ts";
import type { CallOptions, TokenSource } from "./session.ts";
import { send } from "./transport/send.ts";
import type { Path } from "./formats/path.ts";

/**
 * Likes, reposts, follows, or undoes it. Any 2xx is a success, whatever its body contains.
 *
 * @returns True when SoundCloud accepted it, false when there was nothing to undo.
 * @throws {ServiceError} For every other failure. A 404 that isn't JSON comes from a gateway.
 */
export async function toggle(
  source: TokenSource,
  method: "POST" | "PUT" | "DELETE",
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
