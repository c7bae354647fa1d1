import { ServiceError } from "../errors.ts";
import type { Refresh } from "../transport/refresh_token.ts";

/** Reports a refresh that fails permanently, once for each rejected token. */
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
