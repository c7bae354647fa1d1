import { EnumType } from "@cliffy/command";
import { ServiceClient } from "@tonearm/client";
import { failureOf } from "../batch.ts";
import { choose } from "../choose_missing.ts";
import { act, type AnyCommand, command } from "../command.ts";
import type { Connection, Context } from "../context.ts";
import { Failure, usage } from "../errors.ts";
import { Missing } from "../missing.ts";
import { show, showAll } from "../output/result.ts";
import { red, styled } from "../output/style.ts";
import { line } from "../output/text.ts";
import { openPlayer, type PlayerName, PLAYERS } from "../play/find_player.ts";
import { KEYS_HELP } from "../play/keys.ts";
import { announcement, linkTo, refuseUnserved } from "../play/link.ts";
import { Playback } from "../play/playback.ts";
import { PlayQueue } from "../play/play_queue.ts";
import { queueOf, readWords } from "../play/queue.ts";
import { forgetLeft, keepLeft, type Left, readLeft } from "../play/resume.ts";
import { type Outcome, type Played, PlaySession, through } from "../play/session.ts";

export function play(): AnyCommand {
  return command({ fields: ["urn", "title", "preview", "url"] })
    .type("player", new EnumType(PLAYERS))
    .description(
      "Play tracks, playlists, users, stations, your likes, or search results\n\n" +
        "What: ids, names or URLs; `-` for ids on stdin; likes, feed or history for your own; other words are\n" +
        `searched for. Write a user as @name.\nKeys: ${KEYS_HELP}.\n` +
        "The player gets signed URLs that are valid for minutes, never your token.",
    )
    .arguments("[what...:string:track]")
    .option("--url", "Print only the signed URL; play nothing (not with --sandbox)")
    .option("--search", "Always search for the words", { conflicts: ["station"] })
    .option("--station", "Play the station of a track or a user")
    .option("--shuffle", "Play in random order")
    .option("--resume", "Continue where you left off")
    .option("-n, --limit <count:count>", "Maximum number of tracks from a list", { default: 50 })
    .option("--player <name:player>", "Use this player (default: the first that is installed)")
    .example("Play a track", "tonearm play night-ferry/soft-meadow-8")
    .example("Play your likes in random order", "tonearm play likes --shuffle")
    .example("Play the results of a search", "tonearm play slow lofi")
    .example("Pass the URL to another player", 'vlc "$(tonearm play 1184 --url)"')
    .action(act(async (context, options, ...words) => {
      const { search = false, station = false, limit, resume, shuffle } = options;
      if (options.url) refuseUnserved(context);
      if (resume && words.length > 0) throw usage("--resume takes no arguments", "Leave out the arguments.");
      if (!resume && words.length === 0) words = await chooseTracks(context);
      const left = resume
        ? await readLeft(context.env)
        : { words: await readWords(context, words, { search, station }), search, station, limit, index: 0, seconds: 0 };
      const queue = new PlayQueue(await queueOf(context, left.words, left));
      for (let passed = 0; passed < left.index; passed++) await queue.next();
      if (shuffle) await queue.shuffle();
      const outcome = options.url
        ? await printLinks(context, queue)
        : await playAll(context, queue, left, options.player);
      await endWith(context, queue, outcome);
    }));
}

async function chooseTracks(context: Context): Promise<string[]> {
  const message = "Missing argument: what...";
  if (!context.interactive) throw usage(message, "Name what to play, or use --resume.");
  return await choose(context, new Missing("track", true, message));
}

async function endWith(context: Context, queue: PlayQueue, { results, failures }: Outcome): Promise<void> {
  if (queue.items.length === 0) throw new Failure("not_found", "Nothing found to play");
  if (failures.length === 0) return;
  for (const { name, failure } of failures) {
    if (!context.json) await context.say(styled`${red("error:")} ${name}: ${failure.message}\n`);
  }
  throw failureOf(results.length, failures);
}

async function printLinks(context: Context, queue: PlayQueue): Promise<Outcome> {
  const { client } = await context.connect();
  const outcome = await through(context, queue, async (track) => {
    const link = await linkTo(client, track, context.call);
    if (link.isPreview) await context.note(announcement(track, link));
    if (!context.json) await context.print(line`${link.url}`);
    return { urn: track.urn, title: track.title, preview: link.isPreview, url: link.url };
  });
  await showJson(context, outcome.results);
  return outcome;
}

async function playAll(
  context: Context,
  queue: PlayQueue,
  left: Left,
  wanted: PlayerName | undefined,
): Promise<Outcome> {
  const { client, media, close } = await audible(context, await context.connect());
  try {
    const { env, host: { signal }, settings } = context;
    const player = await openPlayer({ env, fetch: media, signal, timeoutSeconds: settings.timeout }, wanted);
    const playback = new Playback(context, client, media, player);
    try {
      const outcome = await new PlaySession(context, { client, playback, queue }, left.seconds).run(player);
      if (!playback.hasQuit) await forgetLeft(context.env);
      await showJson(context, outcome.results);
      return outcome;
    } finally {
      if (playback.hasQuit || context.host.signal.aborted) await keepPlace(context, queue, left, playback.seconds);
      await player.close();
    }
  } finally {
    await close();
  }
}

/** Stores the position. A shuffled queue is stored as a list of its tracks. */
async function keepPlace(context: Context, queue: PlayQueue, left: Left, seconds: number): Promise<void> {
  const place = { ...left, index: Math.max(0, queue.at), seconds };
  if (!queue.isShuffled) return await keepLeft(context.env, place);
  const words = queue.items.flatMap((item) => "track" in item ? [item.track.urn] : []);
  const current = queue.items[queue.at];
  const index = current && "track" in current ? words.indexOf(current.track.urn) : 0;
  if (words.length > 0) await keepLeft(context.env, { ...place, words, search: false, station: false, index });
}

/** Serves the in-process sandbox during playback, because a player is another process. */
async function audible(context: Context, { client, media, sandbox }: Connection) {
  if (!sandbox) return { client, media, close: () => Promise.resolve() };
  const server = await sandbox.serve();
  const served = new ServiceClient({ ...server.clientConfig, fetch: context.fetch });
  served.setToken(await client.auth.getAccessToken());
  return { client: served, media, close: () => server.close() };
}

async function showJson(context: Context, results: readonly Played[]): Promise<void> {
  if (!context.json) return;
  const [only] = results;
  if (only && results.length === 1) await show(context, only, () => "");
  else await showAll(context, results, () => "");
}
