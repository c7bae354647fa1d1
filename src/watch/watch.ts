import { checkOptions, integer } from "../checks.ts";
import type { TokenSource } from "../session.ts";
import { sleep as timer } from "../transport/abortable.ts";
import { checkCallOptions } from "../transport/request.ts";
import type { Watcher, WatchEvent, WatchSource } from "../types/watch.ts";
import { eventsOf, type Progress } from "./events.ts";
import { ListReader, RefusedLink } from "./list.ts";
import type { WatchOptions } from "./options.ts";
import { isPassing, Pace } from "./pace.ts";
import { formatPlaces, parsePlaces } from "./place.ts";
import { sourceOf } from "./sources.ts";

const INTERVAL_MS = 30_000;
const MAX_INTERVAL_MS = 300_000;
const LONGEST_INTERVAL = 86_400_000;

/**
 * Watches for events from now on, or since a stored position.
 *
 * It polls: often while events arrive, less and less often while nothing happens, and never before SoundCloud allows.
 * Polls that fail temporarily are retried without limit; `onRetry` is called for each. One watcher misses no event and
 * yields none twice. After a restart, events that weren't handled when the token was stored are repeated with the same
 * ids.
 *
 * @param token Access token or session.
 * @param source What to watch.
 * @param options Call options; also `since`, `intervalMs`, `maxIntervalMs`, `pageSize`, `onPoll`, `onRetry`, `sleep`.
 * @returns The events, as they happen. `break` and the `signal` end it.
 * @throws {TypeError} When the source is unknown or an option is invalid.
 * @throws {RangeError} When a number is out of range.
 * @throws {ServiceError} Immediately with the code `invalid_place` when `since` isn't a token of this source. During
 * iteration when SoundCloud refuses permanently, or with the code `place_lost` when the list no longer has the
 * position.
 * @example
 * ```ts
 * import { ServiceClient, watch } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const token = sandbox.issueTokens().access_token;
 * const client = new ServiceClient(sandbox.clientConfig);
 * const signal = AbortSignal.abort(); // without it, until `break`
 * try {
 *   for await (const { user } of watch(client, "followers", { token, signal })) console.log(user.username);
 *   for await (const { id } of watch(token, "activities", { ...sandbox.clientConfig, signal })) console.log(id);
 * } catch (error) {
 *   if (!signal.aborted) throw error;
 * }
 * ```
 */
export function watch<Source extends WatchSource>(
  token: TokenSource,
  source: Source,
  options: WatchOptions = {},
): Watcher<WatchEvent<Source>> {
  checkOptions(options, RULES);
  const { since, intervalMs, maxIntervalMs, pageSize, onPoll, onRetry, sleep = timer, ...call } = options;
  checkCallOptions(call);
  const least = intervalMs ?? INTERVAL_MS;
  const most = maxIntervalMs ?? Math.max(MAX_INTERVAL_MS, least);
  integer("intervalMs", least, 1000, LONGEST_INTERVAL);
  integer("maxIntervalMs", most, least, LONGEST_INTERVAL);
  const known = sourceOf(source, pageSize);
  const progress: Progress = {
    reader: new ListReader(token, call),
    source: known,
    places: since === undefined ? {} : parsePlaces(since, known.name),
  };
  const events = run(progress, new Pace(least, most), { onPoll, onRetry, sleep, signal: call.signal });
  return Object.defineProperty(events, "token", {
    get: () => Object.keys(progress.places).length ? tokenOf(progress) : undefined,
  }) as Watcher<WatchEvent<Source>>;
}

function tokenOf({ source, places }: Progress): string {
  return formatPlaces(source.name, places);
}

const RULES = {
  since: "a non-empty string",
  onPoll: "a function",
  onRetry: "a function",
  sleep: "a function",
} as const;

type Hooks = Pick<WatchOptions, "onPoll" | "onRetry" | "signal"> & {
  readonly sleep: NonNullable<WatchOptions["sleep"]>;
};

async function* run(
  progress: Progress,
  pace: Pace,
  { onPoll, onRetry, sleep, signal }: Hooks,
): AsyncGenerator<WatchEvent, void, undefined> {
  for (let failures = 0;;) {
    let events = 0;
    let waitMs: number;
    signal?.throwIfAborted();
    try {
      for await (const event of eventsOf(progress)) {
        events++;
        yield event;
      }
      failures = 0;
      waitMs = pace.after(events);
    } catch (error) {
      if (signal?.aborted || !isPassing(error)) throw error;
      waitMs = pace.afterFailure(error, ++failures);
      await onRetry?.({ error: error instanceof RefusedLink ? error.cause : error, failures, waitMs });
    }
    // Its error is the caller's own, so it isn't retried.
    if (!failures) await onPoll?.({ events, waitMs, token: tokenOf(progress) });
    await sleep(waitMs, signal);
  }
}
