import type { Call } from "../http/call.ts";
import { orNotFound } from "../http/errors.ts";
import type { Handlers } from "../http/operation.ts";
import { cursorPage, datedCursor, partitioned } from "../http/page.ts";
import { json } from "../http/reply.ts";
import type { Json } from "../present/fields.ts";
import { presentStation, visibleStationTracks } from "../present/station.ts";
import { likedStations, parseStation, type Station } from "../store/stations.ts";

export function visibleStation(call: Call, text: string): Station | undefined {
  const station = parseStation(text);
  return station && visibleStationTracks(call, station).length > 0 ? station : undefined;
}

function getSystemPlaylist(call: Call): Response {
  const station = parseStation(call.param("id"));
  return json(call, orNotFound(station && presentStation(call, station, true)));
}

/** Returns the stations that a user likes, without their tracks; missing ones are omitted. */
export function stationLikes(call: Call, userId: number): Response {
  const page = cursorPage(
    call,
    datedCursor("system-playlists"),
    (window) => likedStations(call.db, userId, window),
  );
  const items = page.rows.flatMap(({ station: name }): Json[] => {
    const station = parseStation(name);
    const playlist = station && presentStation(call, station, false);
    return playlist === undefined ? [] : [playlist];
  });
  return partitioned(call, items, page.next);
}

export const systemPlaylistRoutes: Handlers = { "GET /system-playlists/{id}": getSystemPlaylist };
