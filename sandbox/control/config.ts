import { checkConfig, LIMITS, type Setting, SETTINGS } from "../base/check_config.ts";
import type { SettingRow, WindowRow } from "../contract/row.ts";
import { SETTINGS as SETTING_ROWS, type WindowSetting } from "../contract/settings.ts";
import { mostOf } from "../store/oauth.ts";
import { readValue } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

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

const ROWS: Readonly<Record<Setting, SettingRow>> = SETTING_ROWS;

/** The setting of each window, by the name of its counter. */
const WINDOWS: ReadonlyMap<string, readonly [setting: WindowSetting, window: WindowRow]> = new Map(
  SETTINGS.flatMap((setting) => {
    const { window } = ROWS[setting];
    return window ? [[`${window.name} ${window.bucket}`, [setting as WindowSetting, window]]] : [];
  }),
);

function windowOf({ world }: ControlCall, { openedAt, ...row }: LimitRow) {
  const [setting, { label, seconds }] = WINDOWS.get(row.name) ?? [undefined, { label: row.name, seconds: 0 }];
  return {
    ...row,
    label,
    most: setting === undefined ? null : mostOf(world, setting, row.holder),
    openedAt: new Date(openedAt).toISOString(),
    endsAt: new Date(openedAt + seconds * 1000).toISOString(),
  };
}

/** Returns the limits and their use; a window may have ended since. */
function limits(call: ControlCall): Response {
  const { world } = call;
  const rows = world.db.all<LimitRow>("SELECT name, holder, used, opened_at AS openedAt FROM limits ORDER BY 1, 2");
  return reply({
    settings: Object.fromEntries(LIMITS.map((name) => [name, world.config[name]])),
    labels: Object.fromEntries(LIMITS.map((name) => [name, ROWS[name].label])),
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
