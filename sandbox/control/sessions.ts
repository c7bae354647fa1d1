import { findUser } from "../store/lookups.ts";
import { findApp, issueTokens, revokeLogin } from "../store/oauth.ts";
import type { MaybeNumbers, Numbers, Texts } from "../store/rows.ts";
import { type ControlCall, type ControlRoutes, readObject, Refusal, reply } from "./route.ts";
import { findUserId, firstUserId } from "../store/users.ts";

const MOST = 200;

interface LoginRow
  extends Texts<"app">, Numbers<"id ended tokens refreshes">, MaybeNumbers<"userId expiresAt refreshIssuedAt"> {}

/** Sign-ins, newest first. A refresh token counts as open until it is used. */
const LOGINS = `
SELECT logins.id, apps.name AS app, user_id AS userId, revoked AS ended,
  (SELECT count(*) FROM access_tokens WHERE login_id = logins.id) AS tokens,
  (SELECT max(expires_at) FROM access_tokens WHERE login_id = logins.id) AS expiresAt,
  (SELECT count(*) FROM refresh_tokens WHERE login_id = logins.id AND used_at IS NOT NULL) AS refreshes,
  (SELECT max(issued_at) FROM refresh_tokens WHERE login_id = logins.id AND used_at IS NULL) AS refreshIssuedAt
FROM logins JOIN apps USING (client_id)
ORDER BY logins.id DESC LIMIT ${MOST}`;

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Lists sign-ins with the state of their tokens. Only hashes of tokens are stored. */
function list({ world }: ControlCall): Response {
  const { tokenTtlSeconds, refreshTtlSeconds } = world.config;
  const sessions = world.db.all<LoginRow>(LOGINS).map((
    { id, app, userId, ended, expiresAt, refreshIssuedAt, ...row },
  ) => ({
    id,
    app,
    user: userId === null ? null : findUser(world.db, userId)?.username ?? null,
    ...row,
    ended: ended === 1,
    expiresAt: isoTime(expiresAt),
    refreshExpiresAt: refreshIssuedAt === null || refreshTtlSeconds === null
      ? null
      : isoTime(refreshIssuedAt + refreshTtlSeconds * 1000),
    canRefresh: refreshIssuedAt !== null,
  }));
  return reply({ now: isoTime(world.clock.now()), tokenTtlSeconds, refreshTtlSeconds, sessions });
}

function end({ world, rest }: ControlCall): Response {
  const row = world.db.get<{ id: number }>("SELECT id FROM logins WHERE id = ?", Number(rest) || 0);
  if (row === undefined) throw new Refusal(404, `There is no session ${rest.slice(0, 80)}`);
  revokeLogin(world.db, row.id);
  return reply({ ended: row.id });
}

function userOf({ world }: ControlCall, user: unknown): number | null {
  if (user === null) return null;
  if (user !== undefined && typeof user !== "number" && typeof user !== "string") {
    throw new Refusal(400, "user is neither an id nor a permalink");
  }
  try {
    return user === undefined ? firstUserId(world.db) : findUserId(world.db, user);
  } catch {
    throw new Refusal(404, user === undefined ? "There is no user" : `There is no user ${String(user).slice(0, 80)}`);
  }
}

/** `user` is an id or permalink, the first user by default, or `null` for the app alone; `app` is a client id. */
async function create(call: ControlCall): Promise<Response> {
  const { user, app = call.world.app.clientId } = await readObject(call.request, ["user", "app"]);
  const found = typeof app === "string" ? findApp(call.world, app) : undefined;
  if (found === undefined) throw new Refusal(404, `There is no app ${String(app).slice(0, 80)}`);
  return reply(issueTokens(call.world, found.client_id, userOf(call, user)), 201);
}

export const sessionRoutes: ControlRoutes = {
  "GET /sessions": list,
  "DELETE /sessions/*": end,
  "POST /tokens": create,
};
