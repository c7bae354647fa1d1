import type { Call } from "../http/call.ts";
import { notFound } from "../http/errors.ts";
import { findPlaylist } from "../store/playlists.ts";
import type { PlaylistRow, TrackRow } from "../store/rows.ts";
import { findTrack } from "../store/lookups.ts";
import type { Access } from "../http/validation.ts";

/** What a private thing and its viewers have in common. */
interface Owned {
  readonly user_id: number;
  readonly sharing: "public" | "private";
  readonly secret_token: string;
}

/** Whether the caller may know that a thing exists: it is public, theirs, or they hold its secret token. */
export function mayRead(call: Call, thing: Owned, secretToken?: string | null): boolean {
  return thing.sharing === "public" || thing.user_id === call.viewer || thing.secret_token === secretToken;
}

/** How much of a track may be heard where the caller is. Owners hear all of theirs. */
export function accessOf(call: Call, track: TrackRow): Access {
  if (track.user_id === call.viewer) return "playable";
  const countries = track.available_country_codes;
  if (countries !== null && !countries.split(",").includes(call.country)) return "blocked";
  return track.access;
}

/** Whether a track has been processed; until then only its owner sees it. */
export function isReady(call: Call, track: TrackRow): boolean {
  return track.ready_at <= call.now;
}

/** Whether a list shows the track to the caller, whatever its level of access. */
export function isListed(call: Call, track: TrackRow): boolean {
  return track.user_id === call.viewer || (track.sharing === "public" && isReady(call, track));
}

/** The track a path names, or 404 where the caller may not know of it. */
export function visibleTrack(call: Call, secretToken: string | null = call.query.get("secret_token")): TrackRow {
  const track = findTrack(call.db, call.id("track", "tracks"));
  if (track === undefined || !mayRead(call, track, secretToken)) throw notFound();
  return track;
}

/** The playlist a path names, or 404 where the caller may not know of it. */
export function visiblePlaylist(call: Call): PlaylistRow {
  const list = findPlaylist(call.db, call.id("playlist", "playlists"));
  if (list === undefined || !mayRead(call, list, call.query.get("secret_token"))) throw notFound();
  return list;
}

/** The track a path names, which the caller has to own; for others it is a 404, as the service has it for writes. */
export function ownTrack(call: Call): TrackRow {
  const track = findTrack(call.db, call.id("track", "tracks"));
  if (track === undefined || track.user_id !== call.user) throw notFound();
  return track;
}

/** The playlist a path names, which the caller has to own. */
export function ownPlaylist(call: Call): PlaylistRow {
  const list = findPlaylist(call.db, call.id("playlist", "playlists"));
  if (list === undefined || list.user_id !== call.user) throw notFound();
  return list;
}
