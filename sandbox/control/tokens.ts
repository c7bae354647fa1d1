import { findApp, issueTokens } from "../store/oauth.ts";
import { findUserId, firstUserId } from "../store/users.ts";
import { readObject } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

function userOf({ world }: ControlCall, user: unknown): number | null {
  if (user === null) return null;
  if (user === undefined) return firstUserId(world.db);
  if (typeof user !== "number" && typeof user !== "string") {
    throw new Refusal(400, "user is neither an id nor a permalink");
  }
  try {
    return findUserId(world.db, user);
  } catch {
    throw new Refusal(404, `There is no user ${String(user).slice(0, 80)}`);
  }
}

/**
 * Issues tokens without the authorize page, for `{ user, app }`: a user by id or permalink (default: the first user;
 * `null` for the app only), and an app by its client id (default: that of the configured clients).
 */
async function create(call: ControlCall): Promise<Response> {
  const { user, app = call.world.app.clientId } = await readObject(call.request, ["user", "app"]);
  if (typeof app !== "string" || findApp(call.world, app) === undefined) {
    throw new Refusal(404, `There is no app ${String(app).slice(0, 80)}`);
  }
  return reply(issueTokens(call.world, app, userOf(call, user)), 201);
}

/** Signs in without a browser. */
export const tokenRoutes: readonly ControlRoute[] = [
  { method: "POST", path: "/tokens", run: create },
];
