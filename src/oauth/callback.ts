/**
 * What the OAuth host sends a user back with.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";

/** What this login began with. */
export interface CallbackExpectation {
  /** The state that the authorization URL had. */
  state: string;
  /** The verifier whose challenge the authorization URL had. */
  codeVerifier?: string | undefined;
}

/**
 * Reads the code from a callback, once it's sure that this app asked for it.
 *
 * @param url The callback's address. One pasted from a browser does too, or its query alone.
 * @param state The state that the authorization URL had.
 * @returns The code.
 * @throws {TypeError} When no state is given.
 * @throws {ServiceError} With the code `state_mismatch` when the state does not match; with `callback` when the user or
 * the host refused (`errorCode` says why), or when there is no code.
 */
export function readCallback(url: string | URL, state: string): string {
  if (!state) throw new TypeError("Cannot check the callback: state is missing");
  const query = String(url).trim().replace(/#.*/s, "").replace(/^[^?]*\?/, "");
  const params = new URLSearchParams(query);
  if (!isSame(single(params, "state"), state)) {
    throw failure("state_mismatch", "Cannot sign in: the state does not match");
  }
  const code = single(params, "code");
  if (code && !params.has("error")) return code;
  const { error, error_description: message = error ?? "the code is missing" } = Object.fromEntries(params);
  throw new ServiceError(0, "", { error, message }, { code: "callback", reason: "Cannot sign in" });
}

/** A parameter that comes twice could mean either: it counts as missing. */
function single(params: URLSearchParams, name: string): string {
  const [value = "", ...others] = params.getAll(name);
  return others.length ? "" : value;
}

/** Compares without telling by its time how much of a guess was right. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return !difference;
}
