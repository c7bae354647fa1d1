import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";

/** What the callback of a sign-in has to match. */
export interface CallbackExpectation {
  /** The state of the authorization URL. */
  state: string;
  /** The verifier of the authorization URL's challenge. */
  codeVerifier?: string | undefined;
}

/**
 * Reads the code from a callback after checking that this app requested it.
 *
 * @param url The callback URL, possibly pasted from a browser, or its query.
 * @throws {TypeError} When no state is given.
 * @throws {ServiceError} `state_mismatch` when the state doesn't match; `callback` when the user or the host refused
 * (`errorCode` says why), or the code is missing.
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

/** A repeated parameter is ambiguous, so it counts as missing. */
function single(params: URLSearchParams, name: string): string {
  const [value = "", ...others] = params.getAll(name);
  return others.length ? "" : value;
}

/** Compares in constant time, against timing attacks. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return !difference;
}
