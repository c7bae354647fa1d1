/**
 * What `play` plays: tracks, the tracks of playlists, or what a search finds; looked up when it is their turn.
 *
 * @module
 */

import type { ServiceTrack } from "@tonearm/client";
import type { Connection } from "../connection.ts";
import type { Context } from "../context.ts";
import { identify, isId, readIds, type Thing } from "../ids.ts";

/** A track, or why there is none. */
export type Queued =
  | { readonly word: string; readonly track: ServiceTrack }
  | { readonly word: string; readonly error: unknown };

/** How to read the words. */
export interface QueueSettings {
  /** Whether the words are a search, whatever they look like. */
  readonly search: boolean;
  /** How many tracks of a search or a playlist. */
  readonly limit: number;
}

const KINDS: readonly Thing[] = ["tracks", "playlists"];
const LARGEST_PAGE = 200;

/** Finds what the words mean; ids are checked before anything is requested. */
export async function queueOf(
  context: Context,
  words: readonly string[],
  { search, limit }: QueueSettings,
): Promise<AsyncGenerator<Queued>> {
  if (search || !words.some(isId)) return found(context, words.join(" "), limit);
  return named(context, await readIds(context, words, KINDS), limit);
}

async function* found(context: Context, query: string, limit: number): AsyncGenerator<Queued> {
  const { client } = await context.connect();
  const settings = { limit: Math.min(limit, LARGEST_PAGE), signal: context.host.signal };
  const tracks = client.paginateItems(client.search.tracks(query, 0, settings));
  let played = 0;
  for await (const track of tracks) {
    yield { word: track.urn, track };
    if (++played >= limit) return;
  }
  if (played === 0) await context.note("Nothing found.");
}

async function* named(context: Context, words: readonly string[], limit: number): AsyncGenerator<Queued> {
  const connection = await context.connect();
  for (const word of words) {
    try {
      yield* tracksOf(context, connection, word, limit);
    } catch (error) {
      context.host.signal.throwIfAborted();
      yield { word, error };
    }
  }
}

async function* tracksOf(
  context: Context,
  { client }: Connection,
  word: string,
  limit: number,
): AsyncGenerator<Queued> {
  const { kind, id } = await identify(context, word, KINDS);
  const call = { signal: context.host.signal };
  if (kind === "tracks") return yield { word, track: await client.tracks.getTrack(id, call) };
  const first = client.playlists.getTracks(id, Math.min(limit, LARGEST_PAGE), undefined, call);
  let played = 0;
  for await (const track of client.paginateItems(first)) {
    yield { word: track.urn, track };
    if (++played >= limit) return;
  }
}
