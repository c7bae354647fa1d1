import { checkConfig, type Setting, SETTINGS } from "../world/check_config.ts";
import { readValue } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

/** The settings that limit how often something may be done. */
const LIMITS: readonly Setting[] = [
  "clientCredentialsPerApp",
  "clientCredentialsPerAddress",
  "playsLimit",
  "gatewayBurst",
  "spamThreshold",
  "maxFollowings",
  "maxPlaylistTracks",
];

/** Changes settings: all of them, or none where one is not possible. */
async function change({ request, world }: ControlCall, names: readonly Setting[]): Promise<void> {
  const input = await readValue(request);
  try {
    Object.assign(world.config, checkConfig(input, names));
  } catch (error) {
    throw error instanceof TypeError ? new Refusal(400, error.message) : error;
  }
}

interface LimitRow {
  readonly name: string;
  readonly holder: string;
  readonly used: number;
  readonly openedAt: number;
}

/** The limits as they are set, and what has been used of them in windows that may have ended since. */
function limits({ world }: ControlCall): Response {
  const rows = world.db.all<LimitRow>("SELECT name, holder, used, opened_at AS openedAt FROM limits ORDER BY 1, 2");
  return reply({
    settings: Object.fromEntries(LIMITS.map((name) => [name, world.config[name]])),
    used: rows.map(({ openedAt, ...row }) => ({ ...row, openedAt: new Date(openedAt).toISOString() })),
  });
}

/** Everybody may start counting anew. */
function forget(call: ControlCall): Response {
  call.world.db.run("DELETE FROM limits");
  return limits(call);
}

/** How the service behaves, and how often things may be done. */
export const configRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/config", run: ({ world }) => reply(world.config) },
  {
    method: "PATCH",
    path: "/config",
    run: async (call) => {
      await change(call, SETTINGS);
      return reply(call.world.config);
    },
  },
  { method: "GET", path: "/limits", run: limits },
  {
    method: "PATCH",
    path: "/limits",
    run: async (call) => {
      await change(call, LIMITS);
      return limits(call);
    },
  },
  { method: "DELETE", path: "/limits", run: forget },
];
