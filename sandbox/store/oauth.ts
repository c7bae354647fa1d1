import type { World } from "../world.ts";

/** Who a request is from: an app, and the user it acts for where there is one. */
export interface Caller {
  readonly clientId: string;
  readonly userId: number | null;
}

/** A fresh pair of tokens, as the token endpoint sends it. */
export interface IssuedTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly token_type: string;
}

/** Apps and tokens. */
export const OAUTH_SCHEMA = `
CREATE TABLE apps (
  client_id TEXT PRIMARY KEY, client_secret TEXT NOT NULL, redirect_uri TEXT NOT NULL, name TEXT NOT NULL
);
CREATE TABLE access_tokens (
  token TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES apps(client_id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users(id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
`;

/** Whom an access token stands for at this moment; undefined when it was never issued, ended or has expired. */
export function findCaller(world: World, token: string): Caller | undefined {
  return world.db.get<Caller>(
    "SELECT client_id AS clientId, user_id AS userId FROM access_tokens WHERE token = ? AND expires_at > ?",
    token,
    world.clock.now(),
  );
}

/** Issues a pair for an app, or for a user of that app. */
export function issueTokens(world: World, clientId: string, userId: number | null): IssuedTokens {
  const random = world.draw();
  const token = random.letters(840);
  const expiresAt = world.clock.now() + world.config.tokenTtlSeconds * 1000;
  world.db.run("INSERT INTO access_tokens VALUES (?, ?, ?, ?)", token, clientId, userId, expiresAt);
  return {
    access_token: token,
    refresh_token: random.letters(64),
    expires_in: world.config.tokenTtlSeconds,
    scope: "",
    token_type: "bearer",
  };
}
