import { checkConfig, type Setting, SETTINGS } from "../base/check_config.ts";
import { findApp, limitOf } from "../store/oauth.ts";
import { readValue } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

/** The settings that are limits. */
const LIMITS: readonly Setting[] = [
  "clientCredentialsPerApp",
  "clientCredentialsPerAddress",
  "playsLimit",
  "gatewayBurst",
  "spamThreshold",
  "maxFollowings",
  "maxPlaylistTracks",
];

/** Changes settings: all, or none if one is invalid. */
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

/** The setting of each window, by name, and the length of the window in hours. */
const WINDOWS: Readonly<Record<string, { readonly setting: Setting; readonly hours: number }>> = {
  "plays by-client": { setting: "playsLimit", hours: 24 },
  "client-credentials-exchange by-client": { setting: "clientCredentialsPerApp", hours: 12 },
  "client-credentials-exchange by-ip": { setting: "clientCredentialsPerAddress", hours: 1 },
  "gateway-burst by-client": { setting: "gatewayBurst", hours: 10 / 3600 },
  "user-actions by-user": { setting: "spamThreshold", hours: 1 },
};

/** Returns the limit of a holder in a window; an app may have its own limit. */
function mostOf({ world }: ControlCall, { name, holder }: LimitRow): number | null {
  const window = WINDOWS[name];
  if (window === undefined) return null;
  const { setting } = window;
  if (setting === "gatewayBurst") return findApp(world, holder)?.settings.limits?.gatewayBurst ?? world.config[setting];
  const isOfApp = setting === "playsLimit" || setting === "clientCredentialsPerApp";
  return isOfApp ? limitOf(world, holder, setting) : Number(world.config[setting]);
}

function windowOf(call: ControlCall, row: LimitRow) {
  const { openedAt, ...rest } = row;
  const hours = WINDOWS[row.name]?.hours ?? 0;
  return {
    ...rest,
    most: mostOf(call, row),
    openedAt: new Date(openedAt).toISOString(),
    endsAt: new Date(openedAt + hours * 3_600_000).toISOString(),
  };
}

/** Returns the limits and their use; a window may have ended since. */
function limits(call: ControlCall): Response {
  const { world } = call;
  const rows = world.db.all<LimitRow>("SELECT name, holder, used, opened_at AS openedAt FROM limits ORDER BY 1, 2");
  return reply({
    settings: Object.fromEntries(LIMITS.map((name) => [name, world.config[name]])),
    used: rows.map((row) => windowOf(call, row)),
  });
}

/** Resets all counters. */
function forget(call: ControlCall): Response {
  call.world.db.run("DELETE FROM limits");
  return limits(call);
}

/** The settings and limits. */
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
