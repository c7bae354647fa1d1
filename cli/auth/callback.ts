import { createHash, timingSafeEqual } from "node:crypto";

export type Answer =
  | { readonly code: string }
  | { readonly error: string; readonly description: string | undefined };

/** Reads an answer, or detects that it belongs to another login: another state, or no code. */
export function readAnswer(query: string, state: string): Answer | undefined {
  const params = new URLSearchParams(query);
  const given = single(params, "state");
  if (given === undefined || !isSame(given, state)) return undefined;
  const error = params.get("error");
  if (error) return { error, description: params.get("error_description") ?? undefined };
  const code = single(params, "code");
  return code ? { code } : undefined;
}

/** The query of a pasted URL of any host, because a redirect without a scheme lands on another one. */
export function queryOf(pasted: string): string {
  return pasted.trim().replace(/#.*/s, "").replace(/^[^?]*\?/, "");
}

/** A repeated parameter is ambiguous, so it counts as missing. */
function single(params: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = params.getAll(name);
  return others.length > 0 ? undefined : value;
}

/** Takes constant time, and reveals nothing about the length. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
