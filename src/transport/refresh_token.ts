import { ServiceError } from "../errors.ts";
import { abortable } from "./abortable.ts";
import type { Call, CallStats, Reply, Send } from "./call.ts";
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

/**
 * Sends a call that uses the stored token again after a 401, with a new token.
 *
 * @param send Sends a call, with its retries.
 * @returns A function that takes the error of a sent call. It rejects with the last error.
 */
export function refreshing(
  refresh: Refresh,
  send: Send,
): (error: unknown, ...sent: Parameters<Send>) => Promise<Reply> {
  const renew = async (refreshes: number, error: unknown, call: Call, stats: CallStats): Promise<Reply> => {
    const { isOwnToken, isAnonymous, body, signal } = call;
    const isFinal = isOwnToken || isAnonymous || body?.repeatable === false || refreshes >= MOST_REFRESHES;
    if (isFinal || !(error instanceof ServiceError && error.isUnauthorized)) throw error;
    const token = await abortable(refresh(call.token, refreshes > 0), signal);
    if (!token || token === call.token) throw error;
    stats.token = token;
    const again = withToken(call, token);
    return await send(again, stats).catch((failure) => renew(refreshes + 1, failure, again, stats));
  };
  return renew.bind(undefined, 0);
}
