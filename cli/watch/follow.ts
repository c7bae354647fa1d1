import { ServiceError, watch, type WatchEvent, type WatchSource } from "@tonearm/client";
import type { Connection, Context } from "../context.ts";
import { explain, Failure, usage } from "../errors.ts";
import { jsonLines, type ListWriter, listWriter } from "../output/result.ts";
import type { Column } from "../output/table.ts";
import { runHook } from "./hook.ts";
import type { Followed, FollowValues } from "./options.ts";
import { postEvent, readWebhook } from "./webhook.ts";
import { keepPlace, readPlace, type Watched } from "./state.ts";

/** The events of a watch. The token is the position after the last one. */
export type Events<Event> = AsyncIterable<Event> & { readonly token: string | undefined };

export interface Following<Event extends Followed, Row> {
  readonly watched: Watched;
  open(since: string | undefined, polls: Polls): Events<Event>;
  row(event: Event): Row | undefined;
  readonly columns: readonly Column<Row>[];
}

/** What is done after a poll, and after one that failed and will be repeated. */
export interface Polls {
  onPoll(poll: { readonly token: string }): Promise<void>;
  onRetry(retry: { readonly error: unknown; readonly waitMs: number }): Promise<void>;
}

/** Ends a watch after one poll. */
class Through extends Error {}

export async function follow<Event extends Followed, Row>(
  context: Context,
  { watched, open, row, columns }: Following<Event, Row>,
  options: FollowValues,
): Promise<void> {
  const webhook = options.webhook === undefined ? undefined : readWebhook(context, options.webhook);
  const { state, exec, execRetries = 3, once } = options;
  const since = state === undefined ? options.place ?? options.since : await readPlace(state, watched);
  const keep = async (place: string | undefined) => {
    if (state !== undefined && place !== undefined) await keepPlace(state, watched, place);
  };
  const polls: Polls = {
    onPoll: async ({ token }) => {
      await keep(token);
      if (once) throw new Through();
    },
    onRetry: async ({ error, waitMs }) => {
      if (once) throw error;
      const { message } = explain(error);
      await context.note(`Cannot fetch events: ${message}. Retrying in ${Math.ceil(waitMs / 1000)} s.`);
    },
  };
  const writer: ListWriter<Row> = context.json ? jsonLines(context) : listWriter(context, columns);
  try {
    const events = open(since, polls);
    if (since === undefined && !once) await context.note("Waiting for new events. Press Ctrl-C to stop.");
    for await (const event of events) {
      const shown = row(event);
      if (shown !== undefined) {
        if (exec !== undefined) await runHook(context, exec, event, execRetries);
        if (webhook) await postEvent(context, webhook, event, execRetries);
        await writer.write([shown]);
      }
      await keep(events.token);
    }
  } catch (error) {
    if (!(error instanceof Through)) throw explained(error, state);
  }
}

export async function followSource<Row>(
  context: Context,
  connection: Connection,
  { source, name, ...shown }: Pick<Following<WatchEvent, Row>, "row" | "columns"> & {
    readonly source: WatchSource;
    readonly name: string;
  },
  options: FollowValues,
): Promise<void> {
  if (options.webhook !== undefined) readWebhook(context, options.webhook);
  const intervalMs = Math.round((options.interval ?? 30) * 1000);
  const open = (since: string | undefined, polls: Polls) =>
    watch(connection.client, source, { since, signal: context.host.signal, intervalMs, ...polls });
  await follow(context, { watched: await watchedBy(context, connection, source, name), open, ...shown }, options);
}

/** Includes the user, because a position in one user's list is invalid in another's. */
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
  const hint = state === undefined ? "Leave out --place." : `Remove ${state} to start again.`;
  return new Failure("failed", error.message, { code: error.code, hint, cause: error });
}
