/** Apps that users registered, and pairings of devices. */
import { unmarked } from "../base/namespace_name.ts";
import { type App, findApp, type IssuedTokens, issueTokens } from "./oauth.ts";
import { insertRow, type PairingRow, type RegisteredApp } from "./rows.ts";
import type { Store } from "./store.ts";
import type { Database } from "./database.ts";
import { digest } from "./lookups.ts";

/** Returns the app with a client id; an unknown one is registered if the settings accept every app. */
export function findOrTake(store: Store, id: string): App | undefined {
  const clientId = unmarked(id, store.mark);
  const app = findApp(store, clientId);
  if (app !== undefined || store.config.apps !== "any" || clientId === "") return app;
  const settings = JSON.stringify({ isTaken: true, redirectUris: [] });
  insertRow(store.db, "apps", { client_id: clientId, client_secret: "", redirect_uri: "", name: clientId, settings });
  return findApp(store, clientId);
}

export function learnSecret(store: Store, app: App, secret: string): App {
  if (app.settings.isTaken !== true || app.client_secret !== "" || secret === "") return app;
  store.db.run("UPDATE apps SET client_secret = ? WHERE client_id = ?", secret, app.client_id);
  return { ...app, client_secret: secret };
}

export function learnRedirect(store: Store, app: App, uri: string): App {
  if (app.settings.isTaken !== true || app.redirectUris.includes(uri)) return app;
  const redirectUris = [...app.redirectUris, uri];
  const settings = JSON.stringify({ ...app.settings, redirectUris });
  store.db.run("UPDATE apps SET redirect_uri = ?, settings = ? WHERE client_id = ?", uri, settings, app.client_id);
  return { ...app, redirectUris };
}

/** A user has one app. A pairing ends when a user has signed in with it. */
export const APPS_SCHEMA = `
CREATE TABLE registrations (
  user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  client_id TEXT NOT NULL UNIQUE REFERENCES apps(client_id) ON DELETE CASCADE,
  description TEXT NOT NULL,
  website TEXT NOT NULL
);
CREATE TABLE pairings (
  code TEXT PRIMARY KEY,
  poll_hash TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES apps(client_id) ON DELETE CASCADE,
  device TEXT NOT NULL,
  user_id INTEGER REFERENCES users(id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
`;

export interface Registration {
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly redirectUri: string;
}

export function findRegisteredApp(db: Database, userId: number): RegisteredApp | undefined {
  return db.get("SELECT * FROM registrations JOIN apps USING (client_id) WHERE user_id = ?", userId);
}

export function registerApp(store: Store, userId: number, registration: Registration): void {
  const { name, description, website, redirectUri } = registration;
  store.db.transaction(() => {
    const random = store.draw();
    const clientId = random.letters(32);
    const app = { client_id: clientId, client_secret: random.letters(32), redirect_uri: redirectUri, name };
    insertRow(store.db, "apps", app);
    store.db.run("INSERT INTO registrations VALUES (?, ?, ?, ?)", userId, clientId, description, website);
  });
}

/** Codes are typed by hand, so no two letters look alike. */
const CODE_LETTERS = [..."BCDFGHJKLMNPQRSTVWXZ"];
const CODE_LENGTH = 8;
/** How long an expired code is still recognised, in milliseconds. */
const REMEMBERED_MS = 86_400_000;

export function openPairing(store: Store, clientId: string, device: string): { code: string; pollToken: string } {
  return store.db.transaction(() => {
    const random = store.draw();
    const code = Array.from({ length: CODE_LENGTH }, () => random.pick(CODE_LETTERS)).join("");
    const pollToken = random.letters(40);
    const expiresAt = store.clock.now() + store.config.pairingTtlSeconds * 1000;
    store.db.run("DELETE FROM pairings WHERE expires_at < ?", store.clock.now() - REMEMBERED_MS);
    const insert = "INSERT INTO pairings VALUES (?, ?, ?, ?, NULL, ?)";
    store.db.run(insert, code, digest(pollToken), clientId, device, expiresAt);
    return { code: code + store.mark, pollToken };
  });
}

export function findPairing({ db, mark }: Store, code: string): PairingRow | undefined {
  return db.get("SELECT * FROM pairings WHERE code = ?", unmarked(code, mark).toUpperCase());
}

export function polledPairing(
  { db, mark }: Store,
  code: string,
  clientId: string,
  pollToken: string,
): PairingRow | undefined {
  const sql = "SELECT * FROM pairings WHERE code = ? AND client_id = ? AND poll_hash = ?";
  return db.get(sql, unmarked(code, mark), clientId, digest(pollToken));
}

export function activatePairing(db: Database, code: string, userId: number): void {
  db.run("UPDATE pairings SET user_id = ? WHERE code = ?", userId, code);
}

export function redeemPairing(store: Store, { code, client_id, user_id }: PairingRow): IssuedTokens {
  return store.db.transaction(() => {
    store.db.run("DELETE FROM pairings WHERE code = ?", code);
    return issueTokens(store, client_id, user_id);
  });
}
