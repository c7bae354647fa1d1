/**
 * Follows events: each event is passed to a command and printed before it is recorded as done.
 *
 * @module
 */

import {
  type MethodOptions,
  ServiceError,
  type Watcher,
  type WatchEvent,
  type WatchOptions,
  type WatchSource,
} from "@tonearm/client";
import type { Connection, Context } from "../context.ts";
import { Failure, usage } from "../errors.ts";
import { jsonLines, type ListWriter, listWriter } from "../output/result.ts";
import type { Column } from "../output/table.ts";
import { runHook } from "./hook.ts";
import type { FollowValues } from "./options.ts";
import { keepPlace, readPlace, type Watched } from "./state.ts";

/** The source of events and their format. */
export interface Following<Row> {
  readonly source: WatchSource;
  /** The name of the source on the command line. */
  readonly name: string;
  /** Returns the row of an event. */
  row(event: WatchEvent): Row | undefined;
  readonly columns: readonly Column<Row>[];
}

/** Ends a watch after one poll. */
class Through extends Error {}

/** Follows events until interrupted; with `--once`, polls once. */
export async function follow<Row>(
  context: Context,
  connection: Connection,
  { source, name, row, columns }: Following<Row>,
  options: FollowValues,
): Promise<void> {
  const watched = await watchedBy(context, connection, source, name);
  const { state, exec, execRetries = 3 } = options;
  const since = state === undefined ? options.since : await readPlace(state, watched);
  const keep = async (place: string | undefined) => {
    if (state !== undefined && place !== undefined) await keepPlace(state, watched, place);
  };
  const watcher = open(context, connection, source, { ...options, since }, keep);
  const writer: ListWriter<Row> = context.json ? jsonLines(context) : listWriter(context, columns);
  if (since === undefined && !options.once) await context.note("Waiting for new events. Press Ctrl-C to stop.");
  try {
    for await (const event of watcher) {
      const shown = row(event);
      if (shown !== undefined) {
        if (exec !== undefined) await runHook(context, exec, event, execRetries);
        await writer.write([shown]);
      }
      await keep(watcher.token);
    }
  } catch (error) {
    if (!(error instanceof Through)) throw explained(error, state);
  }
}

function open(
  context: Context,
  { client }: Connection,
  source: WatchSource,
  values: FollowValues,
  keep: (place: string) => Promise<void>,
): Watcher {
  try {
    return client.watch(source, watchOptions(context, values, keep));
  } catch (error) {
    throw explained(error, values.state);
  }
}

function watchOptions(
  context: Context,
  { since, interval = 30, once }: FollowValues,
  keep: (place: string) => Promise<void>,
): MethodOptions<WatchOptions> {
  return {
    since,
    signal: context.host.signal,
    intervalMs: Math.round(interval * 1000),
    onPoll: async ({ token }) => {
      await keep(token);
      if (once) throw new Through();
    },
    onRetry: async ({ error, waitMs }) => {
      if (once) throw error;
      const why = error instanceof Error ? error.message : String(error);
      await context.note(`Cannot fetch events: ${why}. Retrying in ${Math.ceil(waitMs / 1000)} s.`);
    },
  };
}

/**
 * Returns the source of a state file. It includes the user, because a position in one user's list is invalid in
 * another's.
 */
async function watchedBy(
  { host: { signal } }: Context,
  { client, apiUrl: service }: Connection,
  source: WatchSource,
  name: string,
): Promise<Watched> {
  if (typeof source === "object") return { source: name, service };
  return { source: name, service, account: (await client.me.getMe({ signal })).urn };
}

function explained(error: unknown, state: string | undefined): unknown {
  if (!ServiceError.is(error)) return error;
  if (error.code === "invalid_place") return usage(error.message);
  if (error.code !== "place_lost") return error;
  const hint = state === undefined ? "Leave out --since." : `Remove ${state} to start again.`;
  return new Failure("failed", error.message, { code: error.code, hint, cause: error });
}
