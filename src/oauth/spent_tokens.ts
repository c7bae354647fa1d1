import { dropOldest } from "../oldest.ts";
import type { ServiceToken } from "../types/token.ts";

/** Maximum number of remembered refresh tokens. */
const REMEMBERED = 32;

/**
 * Remembers the pairs that refresh tokens returned, so that neither the client, nor the caller's hook, nor the caller
 * spends a token twice.
 */
export class SpentTokens {
  readonly #replies = new Map<string, Promise<ServiceToken>>();
  readonly #brought = new Map<string, ServiceToken>();
  /** The pair that the caller's hook is being called with. */
  announced: ServiceToken | undefined;

  /** Spends a refresh token, or returns its earlier result. */
  spend(refreshToken: string, send: () => Promise<ServiceToken>): Promise<ServiceToken> {
    if (this.announced?.refresh_token === refreshToken) return Promise.resolve(this.announced);
    const known = this.#replies.get(refreshToken);
    if (known) return known.then((reply) => this.#newest(reply));
    const reply = send();
    this.#replies.set(refreshToken, reply);
    reply.then((pair) => this.#remember(refreshToken, pair), () => this.#replies.delete(refreshToken));
    return reply;
  }

  /** Tells whether this process got a refresh token by spending another one. */
  hasBrought(spent: string | undefined, refreshToken: string | undefined): boolean {
    let pair = spent ? this.#brought.get(spent) : undefined;
    while (pair && pair.refresh_token !== refreshToken) pair = this.#brought.get(pair.refresh_token);
    return !!pair;
  }

  #newest(pair: ServiceToken): ServiceToken {
    const next = this.#brought.get(pair.refresh_token);
    return next ? this.#newest(next) : pair;
  }

  #remember(spent: string, pair: ServiceToken): void {
    const refreshToken = pair?.refresh_token;
    // A token that wasn't replaced is sent again next time.
    if (!refreshToken || this.#brought.has(refreshToken) || refreshToken === spent) {
      return void this.#replies.delete(spent);
    }
    this.#brought.set(spent, pair);
    dropOldest(this.#brought, REMEMBERED);
    dropOldest(this.#replies, REMEMBERED);
  }
}
