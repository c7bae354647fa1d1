/**
 * Shared functions of the commands that change a playlist.
 *
 * @module
 */

import type { ServiceClient, ServicePlaylist, UpdatePlaylistParams } from "@tonearm/client";
import type { Context } from "../../context.ts";
import { withResource } from "../../host/resource_lock.ts";
import { identify, readId, readIds } from "../../ids.ts";
import { tracksOf } from "../../output/format.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";

/** A playlist of the signed-in user. */
export interface OwnPlaylist {
  readonly client: ServiceClient;
  readonly id: string;
  /** Runs an edit while no other process of this user edits the playlist. */
  edit<T>(work: () => Promise<T>): Promise<T>;
}

/** Finds a playlist of the signed-in user. */
export async function findOwn(context: Context, word: string): Promise<OwnPlaylist> {
  const checked = await readId(context, word, ["playlists"]);
  const { client, apiUrl } = await context.connectAsUser();
  const { id } = await identify(context, checked, ["playlists"]);
  return { client, id, edit: (work) => withResource(context, apiUrl, "playlists", id, work) };
}

/** Resolves the arguments to URNs, because a playlist contains only URNs. */
export async function trackUrns(context: Context, words: readonly string[]): Promise<string[]> {
  const ids = await readIds(context, words, ["tracks"]);
  const urns: string[] = [];
  for (const word of ids) {
    const { id } = await identify(context, word, ["tracks"]);
    urns.push(id.startsWith("soundcloud:") ? id : `soundcloud:tracks:${id}`);
  }
  return urns;
}

/** Prints a playlist after its tracks have changed. */
export async function showEdited(context: Context, playlist: ServicePlaylist): Promise<void> {
  await show(context, playlist, () => line`${playlist.urn} now has ${tracksOf(playlist.track_count ?? 0)}`);
}

/** Returns the playlist fields that were given as options. */
export function givenFields(options: {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly sharing?: "public" | "private" | undefined;
  readonly genre?: string | undefined;
}): UpdatePlaylistParams {
  const { title, description, sharing, genre } = options;
  return Object.fromEntries(
    Object.entries({ title, description, sharing, genre }).filter(([, value]) => value !== undefined),
  );
}
