import { setTimeout as wait } from "node:timers/promises";
import { record as recordCounts, type Recording, type RecordOptions } from "@tonearm/client/insights";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { explain, usage } from "../../errors.ts";
import type { GlobalValues } from "../../globals.ts";
import { identify } from "../../ids.ts";
import { withStoreOption } from "../../insights/options.ts";
import { serviceName, type StoreValues, withStore } from "../../insights/store.ts";
import { showAll } from "../../output/result.ts";
import { counted, line } from "../../output/text.ts";
import { readDuration } from "../../ranges.ts";

const FIELDS = ["status", "source", "at", "requests", "things", "changed", "events", "clockOffsetMs"];
const CLOCK_MS = 300_000;
const LEAST_MS = 900_000;
const LONGEST_MS = 7 * 86_400_000;

interface RecordValues extends GlobalValues, StoreValues {
  readonly every?: string | undefined;
  readonly user?: readonly string[] | undefined;
  readonly track?: readonly string[] | undefined;
  readonly me?: true | undefined;
}

export function record(): AnyCommand {
  const recording: AnyCommand = command({ fields: FIELDS })
    .description(
      "Record the counts of your catalogue\n\n" +
        "Sends one request for every 200 tracks, and stores only the counts that changed. You can run it as often as\n" +
        "you like, on several machines. The page on insights shows how with cron, systemd, GitHub Actions and Windows.",
    )
    .option("--every <duration:string>", "Keep running, and record at this interval, from 15m to 7d: --every 6h")
    .option("--user <id:string:user>", "Record this public user", { collect: true })
    .option("--track <id:string:track>", "Record this track", { collect: true })
    .option("--me", "Record your own account as well, beside --user and --track");
  return withStoreOption(recording)
    .example("The current counts", "tonearm insights record")
    .example("For a server", "tonearm insights record --every 6h")
    .action(act(async (context: Context, options: RecordValues) => {
      const everyMs = options.every === undefined ? undefined : durationMs(options.every);
      const asked = await recordOptions(context, options);
      const isOwn = asked.me !== false && (asked.me === true || !options.user && !options.track);
      const { client } = isOwn ? await context.connectAsUser() : await context.connect();
      await withStore(context, { ...options, create: true }, async (store) => {
        const once = () => recordOnce(context, () => recordCounts(client, store, asked));
        return everyMs === undefined ? await once() : await repeat(context, once, everyMs);
      });
    }));
}

export function durationMs(text: string): number {
  const time = readDuration(text);
  if (time !== undefined && time >= LEAST_MS && time <= LONGEST_MS) return time;
  throw usage(`${JSON.stringify(text)} is not a time from 15m to 7d`, "For example: --every 6h");
}

async function recordOptions(context: Context, { user = [], track = [], me }: RecordValues): Promise<RecordOptions> {
  const ids = async (words: readonly string[], kind: "users" | "tracks") => {
    const found: string[] = [];
    for (const word of words) found.push((await identify(context, word, [kind])).id);
    return found;
  };
  const [users, tracks] = [await ids(user, "users"), await ids(track, "tracks")];
  return { users, tracks, me, service: await serviceName(context), signal: context.host.signal };
}

async function recordOnce(context: Context, read: () => Promise<Recording[]>): Promise<void> {
  const recordings = await read();
  const offsetMs = recordings[0]?.clockOffsetMs ?? 0;
  if (Math.abs(offsetMs) > CLOCK_MS) {
    const minutes = Math.round(Math.abs(offsetMs) / 60_000);
    const where = offsetMs > 0 ? "ahead of" : "behind";
    await context.note(`The clock of this machine is ${minutes} min ${where} SoundCloud's, whose time is recorded`);
  }
  await showAll(context, recordings, drawRecording);
}

export function drawRecording({ status, source, at, things, changed, events, requests }: Recording): string {
  if (status === "skipped") return line`${source.title}: skipped, because there is a reading of this minute already`;
  const told = Object.entries(events)
    .map(([kind, number]) => kind === "mark" ? counted(number, "milestone") : `${number} ${kind}`);
  const changes = things === 0 ? "not found" : `${counted(changed, "change")} in ${counted(things, "item")}`;
  const more = told.length > 0 ? ` (${told.join(", ")})` : "";
  const time = at.toISOString().slice(0, 16).replace("T", " ");
  return line`${source.title}: ${changes}${more}, ${time} UTC, ${counted(requests, "request")}`;
}

/** Records again and again. A failure that may pass is told, and the next turn tries again. */
async function repeat(context: Context, once: () => Promise<void>, everyMs: number): Promise<void> {
  const { signal } = context.host;
  for (;;) {
    const started = Date.now();
    try {
      await once();
    } catch (error) {
      signal.throwIfAborted();
      const { kind, message } = explain(error);
      if (kind === "auth" || kind === "usage") throw error;
      await context.warn("not_recorded", `Not recorded: ${message}`);
    }
    await wait(Math.max(0, started + everyMs - Date.now()), undefined, { signal })
      .catch(() => signal.throwIfAborted());
  }
}
