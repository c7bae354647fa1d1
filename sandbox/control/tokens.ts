import { DEFAULT_APP } from "../world/default_app.ts";
import { issueTokens } from "../store/oauth.ts";
import { findUserId } from "../store/users.ts";
import { readObject } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

function userOf({ world }: ControlCall, user: unknown): number | null {
  if (user === null) return null;
  if (typeof user !== "number" && typeof user !== "string") throw new Refusal(400, "user is no id and no permalink");
  try {
    return findUserId(world.db, user);
  } catch {
    throw new Refusal(404, `There is no user ${String(user).slice(0, 80)}`);
  }
}

/** `{ user }` by id or permalink, the first when left out, `null` for the app alone: tokens without the authorize page. */
async function create(call: ControlCall): Promise<Response> {
  const { user = 1 } = await readObject(call.request, ["user"]);
  return reply(issueTokens(call.world, DEFAULT_APP.clientId, userOf(call, user)), 201);
}

/** Logging in without a browser. */
export const tokenRoutes: readonly ControlRoute[] = [
  { method: "POST", path: "/tokens", run: create },
];
