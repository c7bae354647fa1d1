/**
 * `tonearm play`
 *
 * @module
 */

import { EnumType } from "@cliffy/command";
import { ServiceClient, type ServiceTrack } from "@tonearm/client";
import { type Failed, failureOf } from "../batch.ts";
import { act, type AnyCommand, command } from "../command.ts";
import type { Connection } from "../connection.ts";
import type { Context } from "../context.ts";
import { explain, type Failure } from "../errors.ts";
import { KEYS_HELP, obeyKeys } from "../play/keys.ts";
import { show, showAll } from "../output/result.ts";
import { line } from "../output/text.ts";
import { announcement, linkTo } from "../play/link.ts";
import { Playback } from "../play/playback.ts";
import { openPlayer, type PlayerName, PLAYERS } from "../play/find_player.ts";
import type { Player } from "../play/player.ts";
import { type Queued, queueOf } from "../play/queue.ts";

/** Plays tracks. */
export function play(): AnyCommand {
  return command({ fields: ["urn", "title", "preview", "url"] })
    .type("player", new EnumType(PLAYERS))
    .description(
      "Play tracks, playlists or what a search finds\n\n" +
        "What: ids, names or web addresses of tracks and playlists, `-` for ids on stdin, or else words to search for.\n" +
        `Keys: ${KEYS_HELP}.\n` +
        "The player is given signed addresses that live for minutes, never your token.",
    )
    .arguments("<what...:string>")
    .option("--url", "Print the signed address alone; play nothing")
    .option("--search", "Take the words as a search, whatever they look like")
    .option("-n, --limit <count:count>", "Maximum number of tracks of a search or playlist", { default: 50 })
    .option("--player <name:player>", "Use this player (default: the first that is installed)")
    .example("Play a track", "tonearm play soundcloud:tracks:293")
    .example("Play what a search finds", "tonearm play slow lofi")
    .example("Hand the address to a player of your own", 'vlc "$(tonearm play 293 --url)"')
    .action(act(async (context, { search = false, ...options }, ...words) => {
      const queue = await queueOf(context, words, { search, limit: options.limit });
      const batch = options.url ? await printLinks(context, queue) : await playAll(context, queue, options.player);
      if (batch.failures.length > 0) throw await endOf(context, batch);
    }));
}

async function endOf(context: Context, { results, failures }: Batch): Promise<Failure> {
  for (const { name, failure } of failures) {
    if (!context.json) await context.say(`${context.err.red("error:")} ${line`${name}: ${failure.message}`}`);
  }
  return failureOf(results.length, failures);
}

interface Played {
  readonly urn: string;
  readonly title: string;
  readonly preview: boolean;
  readonly url?: string;
}

interface Batch {
  readonly results: Played[];
  readonly failures: Failed[];
}

/** Takes one after the other and goes on when one can't be had; a player that fails ends it all. */
async function through(
  context: Context,
  queue: AsyncGenerator<Queued>,
  take: (track: ServiceTrack) => Promise<Played>,
  isOver: () => boolean = () => false,
): Promise<Batch> {
  const batch: Batch = { results: [], failures: [] };
  for await (const queued of queue) {
    try {
      if ("error" in queued) throw queued.error;
      batch.results.push(await take(queued.track));
    } catch (error) {
      context.host.signal.throwIfAborted();
      const failure = explain(error);
      if (failure.kind === "no_player") throw failure;
      batch.failures.push({ name: queued.word, failure });
    }
    if (isOver()) return batch;
  }
  const [only] = batch.failures;
  if (only && batch.failures.length === 1 && batch.results.length === 0) throw only.failure;
  return batch;
}

async function printLinks(context: Context, queue: AsyncGenerator<Queued>): Promise<Batch> {
  const { client } = await context.connect();
  const batch = await through(context, queue, async (track) => {
    const link = await linkTo(client, track, { signal: context.host.signal });
    if (link.isPreview) await context.note(announcement(track, link));
    if (!context.json) await context.print(line`${link.url}`);
    return { urn: track.urn, title: track.title, preview: link.isPreview, url: link.url };
  });
  await showJson(context, batch.results);
  return batch;
}

async function playAll(
  context: Context,
  queue: AsyncGenerator<Queued>,
  wanted: PlayerName | undefined,
): Promise<Batch> {
  const { client, media, close } = await audible(context, await context.connect());
  try {
    const player = await openPlayer({ env: context.env, fetch: media, signal: context.host.signal }, wanted);
    try {
      return await playWith(context, { client, media, player }, queue);
    } finally {
      await player.close();
    }
  } finally {
    await close();
  }
}

/** Everything that playing needs. */
interface Equipment extends Pick<Connection, "client" | "media"> {
  readonly player: Player;
}

async function playWith(
  context: Context,
  { client, media, player }: Equipment,
  queue: AsyncGenerator<Queued>,
): Promise<Batch> {
  const playback = new Playback(context, client, media, player);
  const work = through(context, queue, async (track) => {
    const { isPreview } = await playback.play(track);
    return { urn: track.urn, title: track.title, preview: isPreview };
  }, () => playback.hasQuit);
  const batch = await (context.interactive ? withKeys(context, playback, player, work) : work);
  await showJson(context, batch.results);
  return batch;
}

async function withKeys(
  context: Context,
  playback: Playback,
  player: Player,
  work: Promise<Batch>,
): Promise<Batch> {
  await context.note(KEYS_HELP);
  const keys = obeyKeys(context, player, (wish) => playback.wish(wish));
  try {
    return await Promise.race([work, keys]);
  } finally {
    context.host.stdin.setRawMode?.(false);
    keys.catch(() => undefined);
    work.catch(() => undefined);
  }
}

interface Audible extends Pick<Connection, "client" | "media"> {
  close(): Promise<void>;
}

/** A player can't reach the sandbox inside this process: it is served for as long as something plays. */
async function audible(
  context: Context,
  { client, media, sandbox, tokens }: Connection,
): Promise<Audible> {
  if (!sandbox) return { client, media, close: () => Promise.resolve() };
  const server = await sandbox.serve();
  const served = new ServiceClient({ ...server.clientConfig, fetch: context.fetch });
  served.setToken(await tokens.current());
  return { client: served, media: context.fetch, close: () => server.close() };
}

async function showJson(context: Context, results: readonly Played[]): Promise<void> {
  if (!context.json) return;
  const [only] = results;
  if (only && results.length === 1) await show(context, only, () => "");
  else await showAll(context, results, () => "");
}
