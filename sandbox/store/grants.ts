import type { Store } from "./store.ts";
import { type App, type IssuedTokens, issuePair, openLogin, repeatPair, revokeLogin } from "./oauth.ts";
import { digest } from "./lookups.ts";
import type { CodeRow, RefreshRow } from "./rows.ts";

export interface CodeBinding {
  readonly clientId: string;
  readonly userId: number;
  readonly redirectUri: string;
  /** base64url(SHA-256(verifier)). */
  readonly challenge: string;
}

export function issueCode(store: Store, { clientId, userId, redirectUri, challenge }: CodeBinding): string {
  const code = store.draw().letters(40) + store.mark;
  const expiresAt = store.clock.now() + store.config.codeTtlSeconds * 1000;
  const insert = "INSERT INTO codes VALUES (?, ?, ?, ?, ?, ?, NULL)";
  store.db.run(insert, digest(code), clientId, userId, redirectUri, challenge, expiresAt);
  return code;
}

interface CodeExchange {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

export type CodeProblem =
  | "code_unknown"
  | "code_of_other_app"
  | "code_reused"
  | "code_expired"
  | "missing_verifier"
  | "wrong_verifier"
  | "wrong_redirect";

function problemOf(store: Store, code: CodeRow, { redirectUri, verifier }: CodeExchange): CodeProblem | undefined {
  if (code.redirect_uri !== redirectUri) return "wrong_redirect";
  if (verifier === "") return "missing_verifier";
  if (code.challenge !== digest(verifier)) return "wrong_verifier";
  return code.expires_at <= store.clock.now() ? "code_expired" : undefined;
}

/**
 * Exchanges a code for a token pair. A code works once, before it expires, with the app, redirect URI and verifier for
 * which it was issued. If its app uses another verifier or redirect URI, the code is spent, so there is only one guess.
 */
export function exchangeCode(store: Store, app: App, request: CodeExchange): IssuedTokens | CodeProblem {
  return store.db.transaction(() => {
    const code = store.db.get<CodeRow>("SELECT * FROM codes WHERE hash = ?", digest(request.code));
    if (code === undefined) return "code_unknown";
    if (code.client_id !== app.client_id) return "code_of_other_app";
    if (code.login_id !== null) {
      punishReuse(store, code.login_id);
      return "code_reused";
    }
    const problem = problemOf(store, code, request);
    if (problem !== undefined) {
      store.db.run("DELETE FROM codes WHERE hash = ?", digest(request.code));
      return problem;
    }
    const loginId = openLogin(store, code.client_id, code.user_id);
    store.db.run("UPDATE codes SET login_id = ? WHERE hash = ?", loginId, digest(request.code));
    return issuePair(store, loginId).tokens;
  });
}

export type RefreshProblem = "refresh_unknown" | "refresh_expired" | "refresh_reused";

/**
 * Exchanges a refresh token for a token pair. It works once; a repetition within the grace period returns the same
 * pair. The transaction takes the write lock first, so that only one of two concurrent processes succeeds.
 */
export function refresh(store: Store, app: App, token: string): IssuedTokens | RefreshProblem {
  return store.db.transaction(() => {
    const sql = `SELECT login_id, issued_at, used_at, successor FROM refresh_tokens JOIN logins ON logins.id = login_id
      WHERE hash = ? AND client_id = ? AND revoked = 0`;
    const row = store.db.get<RefreshRow>(sql, digest(token), app.client_id);
    if (row === undefined) return "refresh_unknown";
    if (isExpired(store, row)) return "refresh_expired";
    if (row.used_at !== null) return repeatRefresh(store, row);
    const { tokens, recipe } = issuePair(store, row.login_id);
    const use = "UPDATE refresh_tokens SET used_at = ?, successor = ? WHERE hash = ?";
    store.db.run(use, store.clock.now(), recipe, digest(token));
    return tokens;
  });
}

function isExpired(store: Store, { issued_at }: RefreshRow): boolean {
  const ttl = store.config.refreshTtlSeconds;
  return ttl !== null && issued_at + ttl * 1000 <= store.clock.now();
}

function repeatRefresh(store: Store, { used_at, successor, login_id }: RefreshRow): IssuedTokens | RefreshProblem {
  const graceEnds = (used_at ?? 0) + store.config.refreshGraceSeconds * 1000;
  if (successor !== null && store.clock.now() < graceEnds) return repeatPair(store, successor);
  punishReuse(store, login_id);
  return "refresh_reused";
}

/** Revokes the whole sign-in if the settings say so: a refresh token that is used again may have been stolen. */
function punishReuse(store: Store, loginId: number): void {
  if (store.config.refreshReuse === "revoke-family") revokeLogin(store.db, loginId);
}
