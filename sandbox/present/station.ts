import type { Call } from "../http/call.ts";
import type { TrackRow } from "../store/rows.ts";
import { parseStation, type Station, stationName, stationTracks } from "../store/stations.ts";
import { findTrack, findUser } from "../store/lookups.ts";
import { imageUrl, type Json, permalinkUrl, timestamp } from "./fields.ts";
import { accessOf, isListed, TrackPresenter } from "./track.ts";

const TYPES = { "track-stations": "TRACK_STATION", "artist-stations": "ARTIST_STATION" } as const;

export function visibleStationTracks(call: Call, station: Station): TrackRow[] {
  return stationTracks(call.db, station).filter((track) => {
    return track.sharing === "public" && isListed(call, track) && accessOf(call, track) !== "blocked";
  });
}

/** Returns the station of a name or URN, if it has a track for the caller. */
export function visibleStation(call: Call, text: string): Station | undefined {
  const station = parseStation(text);
  return station && visibleStationTracks(call, station).length > 0 ? station : undefined;
}

function subjectOf(call: Call, { kind, id }: Station) {
  if (kind === "track-stations") {
    const track = findTrack(call.db, id);
    return track && { name: track.title, picture: track.artwork_url, changed: track.last_modified };
  }
  const user = findUser(call.db, id);
  return user && { name: user.username, picture: user.avatar_url, changed: user.last_modified };
}

/** Returns a station; undefined without a track for the caller. In lists, stations have no tracks. */
export function presentStation(call: Call, station: Station, withTracks: boolean): Json | undefined {
  const subject = subjectOf(call, station);
  const tracks = subject ? visibleStationTracks(call, station) : [];
  if (subject === undefined || tracks.length === 0) return undefined;
  const name = stationName(station);
  const json = {
    urn: `soundcloud:system-playlists:${name}`,
    kind: "system-playlist",
    title: `Station: ${subject.name}`,
    description: null,
    permalink: name,
    permalink_url: permalinkUrl(call, `discover/sets/${name}`),
    artwork_url: imageUrl(call, subject.picture),
    track_count: tracks.length,
    last_updated: timestamp(subject.changed),
    playlist_type: TYPES[station.kind],
  };
  if (!withTracks) return json;
  const presenter = new TrackPresenter(call);
  return { ...json, tracks: tracks.map((track) => presenter.present(track)) };
}
