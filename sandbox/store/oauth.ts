import { unmarked } from "../base/namespace_name.ts";
import { SETTINGS, type WindowSetting } from "../contract/settings.ts";
import type { Limit } from "./limits.ts";
import { type AppLimits, DEFAULT_APP } from "../base/config.ts";
import type { Database } from "./database.ts";
import { Random } from "../base/random.ts";
import { base64url, type Caller, digest, findCaller } from "./lookups.ts";
import type { AppRow } from "./rows.ts";
import type { Store } from "./store.ts";

/** A fresh pair of tokens, as the token endpoint sends it. */
export interface IssuedTokens {
  /** The token for requests. */
  readonly access_token: string;
  /** The token for one refresh. */
  readonly refresh_token: string;
  /** Lifetime of the access token, in seconds. */
  readonly expires_in: number;
  /** The scope of the token. */
  readonly scope: string;
  /** The scheme of the `Authorization` header. */
  readonly token_type: string;
}

export interface AppSettings {
  /** Every redirect URI; undefined if there is only one. */
  readonly redirectUris?: readonly string[];
  readonly credentials?: "documented" | "basic" | "body" | "any";
  readonly limits?: AppLimits;
  /** Whether nobody registered it: it is the app of an unknown client id, accepted by `apps: any`. */
  readonly isTaken?: boolean;
  readonly plan?: "free" | "paid";
}

export interface App extends AppRow {
  readonly redirectUris: readonly string[];
  readonly settings: AppSettings;
}

export const APP_SETTINGS_SCHEMA = "ALTER TABLE apps ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';";

/**
 * Apps, logins, codes and tokens. Codes and tokens are stored as hashes, so that an exported state gives no access. A
 * login contains everything that descends from one code or one exchange of credentials.
 */
export const OAUTH_SCHEMA = `
CREATE TABLE apps (
  client_id TEXT PRIMARY KEY, client_secret TEXT NOT NULL, redirect_uri TEXT NOT NULL, name TEXT NOT NULL
);
CREATE TABLE logins (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL REFERENCES apps(client_id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users(id) ON DELETE CASCADE,
  revoked INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX logins_by_user ON logins (user_id);
CREATE TABLE codes (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES apps(client_id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  login_id INTEGER REFERENCES logins(id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE access_tokens (
  hash TEXT PRIMARY KEY,
  login_id INTEGER NOT NULL REFERENCES logins(id) ON DELETE CASCADE,
  expires_at INTEGER
) WITHOUT ROWID;
CREATE INDEX access_tokens_by_login ON access_tokens (login_id);
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  login_id INTEGER NOT NULL REFERENCES logins(id) ON DELETE CASCADE,
  issued_at INTEGER NOT NULL,
  used_at INTEGER,
  successor TEXT
) WITHOUT ROWID;
CREATE INDEX refresh_tokens_by_login ON refresh_tokens (login_id);
`;

/** Returns the app with this client id. The redirect URI of the sandbox's own app is a setting. */
export function findApp({ db, config, mark }: Store, id: string): App | undefined {
  const clientId = unmarked(id, mark);
  const row = db.get<AppRow & { settings: string }>("SELECT * FROM apps WHERE client_id = ?", clientId);
  if (row === undefined) return undefined;
  const settings = JSON.parse(row.settings) as AppSettings;
  const redirect_uri = clientId === DEFAULT_APP.clientId ? config.redirectUri : row.redirect_uri;
  return { ...row, redirect_uri, redirectUris: settings.redirectUris ?? [redirect_uri], settings };
}

/** Returns a limit of the settings; null if there is none. An app may have its own. */
export function mostOf(store: Store, setting: WindowSetting, clientId?: string): number | null {
  const limits: Readonly<Partial<Record<WindowSetting, number>>> | undefined = clientId === undefined
    ? undefined
    : findApp(store, clientId)?.settings.limits;
  return limits?.[setting] ?? store.config[setting];
}

export function limitOf(store: Store, setting: WindowSetting, clientId?: string): Limit {
  const { name, bucket, seconds } = SETTINGS[setting].window;
  return { name, bucket, most: mostOf(store, setting, clientId) ?? Infinity, hours: seconds / 3600 };
}

export function redirectOrigins({ db, config }: Store): string[] {
  const rows = db.all<{ redirect_uri: string; settings: string }>("SELECT redirect_uri, settings FROM apps");
  const uris = rows.flatMap(({ redirect_uri, settings }) =>
    (JSON.parse(settings) as AppSettings).redirectUris ?? [redirect_uri]
  );
  return [config.redirectUri, ...uris].filter((uri) => URL.canParse(uri)).map((uri) => new URL(uri).origin);
}

export function issueTokens(store: Store, clientId: string, userId: number | null): IssuedTokens {
  return store.db.transaction(() => issuePair(store, openLogin(store, clientId, userId)).tokens);
}

export function openLogin(store: Store, clientId: string, userId: number | null): number {
  return store.db.run("INSERT INTO logins (client_id, user_id) VALUES (?, ?)", clientId, userId).lastId;
}

/** Issues a token pair in a login. The recipe reproduces the pair without storing it. */
export function issuePair(store: Store, loginId: number): { tokens: IssuedTokens; recipe: string } {
  const recipe: Recipe = { seed: store.draw().hex(16), at: store.clock.now(), loginId };
  const tokens = followRecipe(store, recipe);
  const expiresAt = recipe.at + store.config.tokenTtlSeconds * 1000;
  store.db.run("INSERT INTO access_tokens VALUES (?, ?, ?)", digest(tokens.access_token), loginId, expiresAt);
  const insert = "INSERT INTO refresh_tokens (hash, login_id, issued_at) VALUES (?, ?, ?)";
  store.db.run(insert, digest(tokens.refresh_token), loginId, recipe.at);
  return { tokens, recipe: JSON.stringify(recipe) };
}

const HEADER = base64url('{"alg":"RS256","kid":"sandbox","typ":"JWT"}');
const SIGNATURE_LETTERS = 342;
const ID_LETTERS = 300;

interface Recipe {
  readonly seed: string;
  readonly at: number;
  readonly loginId: number;
}

/** The access token looks like a JWT of more than 800 characters, but is opaque, like SoundCloud's. */
function followRecipe(store: Store, { seed, at, loginId }: Recipe): IssuedTokens {
  const sql = "SELECT client_id AS clientId, user_id AS userId FROM logins WHERE id = ?";
  const login = store.db.get<Omit<Caller, "gatewayBurst">>(sql, loginId);
  const random = new Random(`tokens:${seed}`);
  const claims = {
    client_id: login?.clientId ?? "",
    iat: Math.floor(at / 1000),
    jti: random.letters(ID_LETTERS),
    sub: `${login?.userId ?? ""}`,
  };
  const access = `${HEADER}.${base64url(JSON.stringify(claims))}.${random.letters(SIGNATURE_LETTERS)}`;
  return {
    access_token: access + store.mark,
    expires_in: store.config.tokenTtlSeconds,
    refresh_token: random.letters(48) + store.mark,
    scope: "",
    token_type: "bearer",
  };
}

export function repeatPair(store: Store, recipe: string): IssuedTokens {
  return followRecipe(store, JSON.parse(recipe) as Recipe);
}

export function revokeLogin(db: Database, loginId: number): void {
  db.run("UPDATE logins SET revoked = 1 WHERE id = ?", loginId);
}

/** Ends the session of an access token. Returns whether the token was valid. */
export function signOut(store: Store, token: string): boolean {
  if (findCaller(store, token) === undefined) return false;
  const key = digest(token);
  if (store.config.signoutScope === "access") {
    store.db.run("DELETE FROM access_tokens WHERE hash = ?", key);
  } else {
    store.db.run("UPDATE logins SET revoked = 1 WHERE id = (SELECT login_id FROM access_tokens WHERE hash = ?)", key);
  }
  return true;
}

/** Revokes every login and code of a user with an app; those with other apps and users stay. */
export function disconnect({ db }: Store, clientId: string, userId: number): void {
  db.transaction(() => {
    db.run("UPDATE logins SET revoked = 1 WHERE client_id = ? AND user_id = ?", clientId, userId);
    db.run("DELETE FROM codes WHERE client_id = ? AND user_id = ? AND login_id IS NULL", clientId, userId);
  });
}
