import { type Call, orNotFound } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { json } from "../http/reply.ts";
import { presentStation } from "../present/station.ts";
import { parseStation } from "../store/stations.ts";

function getSystemPlaylist(call: Call): Response {
  const station = parseStation(call.param("id"));
  return json(call, orNotFound(station && presentStation(call, station, true)));
}

export const systemPlaylistRoutes: Handlers = { "GET /system-playlists/{id}": getSystemPlaylist };
