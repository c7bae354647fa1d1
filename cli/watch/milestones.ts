import { setTimeout as wait } from "node:timers/promises";
import { eventsAfter, type InsightsEvent } from "@tonearm/client/insights";
import type { Context } from "../context.ts";
import { Failure, usage } from "../errors.ts";
import { type StoreValues, withStore } from "../insights/store.ts";
import { eventText } from "../insights/words.ts";
import type { Column } from "../output/table.ts";
import type { Events, Following, Polls } from "./follow.ts";
import type { Followed, FollowValues } from "./options.ts";

/** A count that passed a round number, or a track that rises. */
export interface Milestone extends Followed, Pick<InsightsEvent, "at" | "urn" | "title" | "metric"> {
  readonly type: "milestone" | "rising";
  /** The milestone; the plays of the last 24 hours. */
  readonly count: number;
  /** The plays of the seven days before, of a track that rises. */
  readonly before?: number;
  readonly text: string;
}

const PASSING: readonly string[] = ["locked", "unreachable"];

const COLUMNS: readonly Column<Milestone>[] = [
  { title: "AT", value: ({ at }) => at.replace("T", " ").replace("Z", ""), style: "dim" },
  { title: "WHAT", value: ({ type }) => type, style: "dim" },
  { title: "TEXT", value: ({ text }) => text, shrinks: true },
  { title: "ID", value: ({ id }) => id, style: "dim" },
];

/** Returns what `follow()` needs to follow milestones. The position is the number of the last event. */
export function milestones(
  context: Context,
  of: { readonly user: string | undefined; readonly service: string },
  values: FollowValues & StoreValues,
): Following<Milestone, Milestone> {
  const { user, service } = of;
  const watched = { source: "milestones", service, ...(user === undefined ? {} : { account: user }) };
  const open = (since: string | undefined, polls: Polls): Events<Milestone> => {
    if (since !== undefined && !/^\d{1,15}$/.test(since)) {
      throw usage(`${JSON.stringify(since)} is not a position in a watch of milestones`);
    }
    const place = { token: since };
    const read = () => withStore(context, values, (store) => eventsAfter(store, Number(place.token ?? 0), of));
    const waitMs = Math.round((values.interval ?? 30) * 1000);
    const events = eventsOf({ place, read, waitMs, polls, signal: context.host.signal });
    return Object.defineProperties(events as typeof events & { token: undefined }, {
      token: { get: () => place.token },
    });
  };
  return { watched, columns: COLUMNS, row: (event) => event, open };
}

interface Watching {
  readonly place: { token: string | undefined };
  read(): Promise<InsightsEvent[]>;
  readonly waitMs: number;
  readonly polls: Polls;
  readonly signal: AbortSignal;
}

async function* eventsOf({ place, read, waitMs, polls, signal }: Watching): AsyncGenerator<Milestone, void, undefined> {
  const told = new Set<string>();
  // Without a place, what was recorded before is known.
  let isKnown = place.token === undefined;
  place.token ??= "0";
  for (;;) {
    const found = await read().catch(async (error) => {
      if (!(error instanceof Failure && PASSING.includes(error.code ?? ""))) throw error;
      await polls.onRetry({ error, waitMs });
    });
    for (const event of found ?? []) {
      place.token = String(event.id);
      const milestone = milestoneOf(event);
      // An account and a public user may have a track in common.
      if (!isKnown && !told.has(milestone.id)) yield milestone;
      told.add(milestone.id);
    }
    if (found?.length) continue;
    if (found) {
      isKnown = false;
      await polls.onPoll({ token: place.token });
    }
    await wait(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function milestoneOf(event: InsightsEvent): Milestone {
  const { kind, at, urn, title, metric, old, new: next } = event;
  const shown = { at, urn, title, metric, count: Number(next), text: eventText(event) };
  if (kind === "mark") return { type: "milestone", id: `${urn}:${metric}:${next}`, ...shown };
  return { type: "rising", id: `${urn}:rising:${at.slice(0, 10)}`, ...shown, before: Number(old) };
}
