import { abortable } from "./abortable.ts";
import type { Recovery } from "./recover.ts";
import { withToken } from "./request.ts";

/** Replacements per call: a token that another process stored may be rejected too. */
const MOST_REFRESHES = 2;

/**
 * Replaces a token that SoundCloud has rejected.
 *
 * @param refused The rejected token, or `undefined`.
 * @param isAgain True when the rejected token already replaced another one in this call: a token that another process
 * stored may have expired meanwhile; a new one can't have.
 * @returns The token for the retry, or `undefined` when the call must not be retried.
 */
export type Refresh = (refused: string | undefined, isAgain: boolean) => Promise<string | undefined>;

/** Retries calls that use the stored token with a new one. */
export function refreshing(refresh: Refresh): NonNullable<Recovery["refresh"]> {
  return async (call, refreshes) => {
    const { isOwnToken, isAnonymous, body, token, signal } = call;
    if (isOwnToken || isAnonymous || body?.repeatable === false || refreshes >= MOST_REFRESHES) return undefined;
    const next = await abortable(refresh(token, refreshes > 0), signal);
    return next && next !== token ? withToken(call, next) : undefined;
  };
}
