import { act, type AnyCommand, command } from "../../command.ts";
import type { ProfileStore } from "../../auth/config.ts";
import { Failure } from "../../errors.ts";
import type { Column } from "../../output/table.ts";
import type { Context } from "../../context.ts";
import type { GlobalValues } from "../../globals.ts";
import { showAtOnce } from "../../output/lists.ts";
import { show } from "../../output/result.ts";
import type { ViewValues } from "../../output/view.ts";
import { withCsv } from "../option_sets.ts";

interface Row {
  readonly name: string;
  readonly active: boolean;
  readonly kind: "user" | "app" | "unreadable";
  readonly username: string | null;
  readonly expires_at: string | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "PROFILE", value: ({ name }) => name },
  { title: "IN USE", value: ({ active }) => active ? "yes" : "", style: "green" },
  { title: "KIND", value: ({ kind }) => kind },
  { title: "USER", value: ({ username }) => username ?? "", style: "cyan", shrinks: true },
  { title: "TOKEN UNTIL", value: ({ expires_at }) => expires_at ?? "", style: "dim" },
];

export function list(): AnyCommand {
  return withCsv(command({ fields: ["name", "active", "kind", "username", "expires_at"] }))
    .description("List the profiles")
    .example("List the profiles", "tonearm profile list")
    .example("Only their names", "tonearm profile list | cut -f1")
    .action(act(async (context: Context, options: GlobalValues & ViewValues) => {
      const store = context.profiles;
      const active = await store.active();
      const names = await store.names();
      const rows = await Promise.all(names.map((name) => describe(store, name, active)));
      await showAtOnce(context, rows, COLUMNS, options, "No profiles yet: `tonearm auth` creates one.");
    }));
}

async function describe(store: ProfileStore, name: string, active: string): Promise<Row> {
  const row = { name, active: name === active, username: null, expires_at: null };
  try {
    const profile = await store.read(name);
    const expiresAt = profile?.token?.expiresAt;
    return {
      ...row,
      kind: profile?.token?.kind ?? "app",
      username: profile?.username ?? null,
      expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    };
  } catch (error) {
    if (error instanceof Failure) return { ...row, kind: "unreadable" };
    throw error;
  }
}

export function use(): AnyCommand {
  return command({ fields: ["profile"] })
    .description("Choose the profile to use from now on")
    .arguments("<name:string:profile>")
    .example("Use another profile from now on", "tonearm profile use work")
    .example("Only for one command", "tonearm --profile work me")
    .action(act(async (context, _options, name) => {
      const store = context.profiles;
      if (!await store.read(name)) throw unknown(name);
      await store.use(name);
      await show(context, { profile: name }, () => `Using ${name}\n`);
    }));
}

export function remove(): AnyCommand {
  return command({ fields: ["removed"] })
    .description(
      "Remove a profile\n\nDeletes its tokens and the application's secret. `tonearm logout` also ends the session at SoundCloud.",
    )
    .arguments("<name:string:profile>")
    .example("Remove a profile", "tonearm profile remove work")
    .example("End its session first", "tonearm logout --profile old && tonearm profile remove old")
    .action(act(async (context, _options, name) => {
      if (!await context.profiles.remove(name)) throw unknown(name);
      await show(context, { removed: name }, () => `Removed ${name}\n`);
    }));
}

function unknown(name: string): Failure {
  return new Failure("not_found", `There is no profile ${JSON.stringify(name)}`, {
    hint: "See `tonearm profile list`.",
  });
}
