/**
 * Tells the app that a session has ended.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { Refresh } from "../transport/refresh_token.ts";

/**
 * Reports a refresh that fails permanently, once for each rejected token.
 *
 * @param refresh Replaces a rejected token.
 * @param tell Called before the call fails. It never rejects.
 * @returns The same function with the notification.
 */
export function withRevocation(refresh: Refresh, tell: () => Promise<void>): Refresh {
  let ended: string | undefined;
  return async (refused, isAgain) => {
    try {
      return await refresh(refused, isAgain);
    } catch (error) {
      const isOver = error instanceof ServiceError && error.isPermanentAuthError;
      if (isOver && refused !== undefined && ended !== refused) {
        ended = refused;
        await tell();
      }
      throw error;
    }
  };
}
