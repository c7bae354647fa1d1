import { checkConfig, LIMITS, type Setting, SETTINGS } from "../base/config.ts";
import type { SettingRow, WindowRow } from "../contract/row.ts";
import { SETTINGS as SETTING_ROWS, type WindowSetting } from "../contract/settings.ts";
import { mostOf } from "../store/oauth.ts";
import type { Numbers, Texts } from "../store/rows.ts";
import { accept, type ControlCall, type ControlRoutes, readValue, reply } from "./route.ts";

async function change({ request, world }: ControlCall, names: readonly Setting[]): Promise<void> {
  const input = await readValue(request);
  Object.assign(world.config, accept(() => checkConfig(input, names)));
}

interface LimitRow extends Texts<"name holder">, Numbers<"used openedAt"> {}

const ROWS: Readonly<Record<Setting, SettingRow>> = SETTING_ROWS;

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

function limits(call: ControlCall): Response {
  const { world } = call;
  const rows = world.db.all<LimitRow>("SELECT name, holder, used, opened_at AS openedAt FROM limits ORDER BY 1, 2");
  return reply({
    settings: Object.fromEntries(LIMITS.map((name) => [name, world.config[name]])),
    labels: Object.fromEntries(LIMITS.map((name) => [name, ROWS[name].label])),
    used: rows.map((row) => windowOf(call, row)),
  });
}

function forget(call: ControlCall): Response {
  call.world.db.run("DELETE FROM limits");
  return limits(call);
}

export const configRoutes: ControlRoutes = {
  "GET /config": ({ world }) => reply(world.config),
  "PATCH /config": async (call) => {
    await change(call, SETTINGS);
    return reply(call.world.config);
  },
  "GET /limits": limits,
  "PATCH /limits": async (call) => {
    await change(call, LIMITS);
    return limits(call);
  },
  "DELETE /limits": forget,
};
