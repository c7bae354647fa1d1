/**
 * `tonearm station`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../command.ts";
import { Failure } from "../errors.ts";
import { identify, readId, type ResourceKind, type ResourceRef } from "../ids.ts";
import { systemPlaylistCard } from "../output/cards.ts";
import { TRACK_COLUMNS } from "../output/columns.ts";
import { SYSTEM_PLAYLIST_FIELDS } from "../output/fields.ts";
import { showAtOnce } from "../output/lists.ts";
import { card, show } from "../output/result.ts";
import type { ServiceClient } from "@tonearm/client";

const KINDS: readonly ResourceKind[] = ["tracks", "users", "system-playlists"];

/** Shows a station. */
export function station(): AnyCommand {
  return command({ fields: SYSTEM_PLAYLIST_FIELDS })
    .description(
      "Show the station of a track or a user\n\nIt also accepts the URN of a station. --json includes its tracks.",
    )
    .arguments("<id:string:track>")
    .example("The station of a track", "tonearm station night-ferry/soft-meadow-8")
    .example("The station of a user", "tonearm station @night-ferry")
    .action(act(async (context, _options, word) => {
      const checked = await readId(context, word, KINDS);
      const { client } = await context.connect();
      const call = { signal: context.host.signal };
      const urn = await stationOf(client, await identify(context, checked, KINDS), call);
      const found = await client.systemPlaylists.getSystemPlaylist(urn, call);
      if (context.json) return await show(context, found, () => "");
      await context.print(`${card(context, systemPlaylistCard(found))}${context.host.stdout.isTTY ? "\n" : ""}`);
      await showAtOnce(context, found.tracks ?? [], TRACK_COLUMNS);
    }));
}

async function stationOf(
  client: ServiceClient,
  { kind, id }: ResourceRef,
  call: { signal: AbortSignal },
): Promise<string> {
  if (kind === "system-playlists") return id;
  const found = kind === "users" ? await client.users.getUser(id, call) : await client.tracks.getTrack(id, call);
  if (found.station_urn) return found.station_urn;
  throw new Failure("not_found", `${found.urn} has no station`);
}
