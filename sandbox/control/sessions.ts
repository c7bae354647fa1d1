import { revokeLogin } from "../store/oauth.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

const MOST = 200;

interface LoginRow {
  readonly id: number;
  readonly app: string;
  readonly user: string | null;
  readonly ended: number;
  readonly tokens: number;
  readonly expiresAt: number | null;
  readonly refreshes: number;
  readonly refreshIssuedAt: number | null;
}

/** Sign-ins, newest first. A refresh token counts as open until it is used. */
const LOGINS = `
SELECT logins.id, apps.name AS app, users.username AS user, revoked AS ended,
  (SELECT count(*) FROM access_tokens WHERE login_id = logins.id) AS tokens,
  (SELECT max(expires_at) FROM access_tokens WHERE login_id = logins.id) AS expiresAt,
  (SELECT count(*) FROM refresh_tokens WHERE login_id = logins.id AND used_at IS NOT NULL) AS refreshes,
  (SELECT max(issued_at) FROM refresh_tokens WHERE login_id = logins.id AND used_at IS NULL) AS refreshIssuedAt
FROM logins JOIN apps USING (client_id) LEFT JOIN users ON users.id = user_id
ORDER BY logins.id DESC LIMIT ${MOST}`;

function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Lists sign-ins with the state of their tokens. Only hashes of tokens are stored. */
function list({ world }: ControlCall): Response {
  const { tokenTtlSeconds, refreshTtlSeconds } = world.config;
  const sessions = world.db.all<LoginRow>(LOGINS).map(({ ended, expiresAt, refreshIssuedAt, ...row }) => ({
    ...row,
    ended: ended === 1,
    expiresAt: moment(expiresAt),
    refreshExpiresAt: refreshIssuedAt === null || refreshTtlSeconds === null
      ? null
      : moment(refreshIssuedAt + refreshTtlSeconds * 1000),
    canRefresh: refreshIssuedAt !== null,
  }));
  return reply({ now: moment(world.clock.now()), tokenTtlSeconds, refreshTtlSeconds, sessions });
}

/** Revokes a sign-in with all its tokens, like a sign-out. */
function end({ world, rest }: ControlCall): Response {
  const row = world.db.get<{ id: number }>("SELECT id FROM logins WHERE id = ?", Number(rest) || 0);
  if (row === undefined) throw new Refusal(404, `There is no session ${rest.slice(0, 80)}`);
  revokeLogin(world.db, row.id);
  return reply({ ended: row.id });
}

/** The sign-ins. */
export const sessionRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/sessions", run: list },
  { method: "DELETE", path: "/sessions/*", run: end },
];
