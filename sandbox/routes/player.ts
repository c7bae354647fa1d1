import { createHash } from "node:crypto";
import type { Call } from "../http/call.ts";
import { ApiFault, notFound } from "../http/errors.ts";
import { firstRows } from "../http/page.ts";
import type { Handlers } from "../http/operation.ts";
import { found } from "../http/reply.ts";
import { STREAM_KINDS, type StreamKind } from "../media/addresses.ts";
import { embedOf } from "../present/embed.ts";
import { escapeMarkup } from "../present/markup.ts";
import { type Playable, PLAYER_SCRIPT, type PlayerPage, playerPage } from "../present/player_page.ts";
import { accessOf, isListed, isReady, visibleTrack } from "../present/track.ts";
import type { TrackRow } from "../store/rows.ts";
import { recordPlay, tracksOf } from "../store/tracks.ts";
import { findTrack, findUser, playlistTracks } from "../store/lookups.ts";
import { mediaLink } from "./streams.ts";
import { linkedThing, type Target } from "./web_addresses.ts";

const TRACKS_SHOWN = 50;
const ORANGE = "ff5500";

/** The hash of the page's only script: no other script runs, whatever a title contains. */
const SCRIPT_SOURCE = `'sha256-${createHash("sha256").update(PLAYER_SCRIPT).digest("base64")}'`;

/** Returns the stream of a track for a visitor; browsers play MP3 without a library. */
function kindFor(call: Call, track: TrackRow): StreamKind | undefined {
  const access = accessOf(call, track);
  if (!isReady(call, track) || access === "blocked" || track.embeddable_by === "none") return undefined;
  return STREAM_KINDS.find(({ protocol }) => protocol === (access === "playable" ? "http" : "preview"));
}

function playable(call: Call, track: TrackRow): Playable {
  const secret = track.sharing === "private" ? `?secret_token=${track.secret_token}` : "";
  return {
    title: track.title,
    artist: findUser(call.db, track.user_id)?.username ?? "",
    sound: kindFor(call, track) && `${call.urls.player}tracks/${track.id}${secret}`,
    duration: track.duration,
  };
}

/** Returns the tracks of a resource without private ones, like its lists. */
function tracksIn(call: Call, { kind, id }: Target): TrackRow[] {
  const track = kind === "tracks" ? findTrack(call.db, id) : undefined;
  if (track) return [track];
  const tracks = kind === "playlists"
    ? playlistTracks(call.db, id, 0, TRACKS_SHOWN)
    : tracksOf(call.db, id, firstRows(call, TRACKS_SHOWN), "desc");
  return tracks.filter((each) => isListed(call, each));
}

function html(text: string, status: number, policy: string): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

function refusal({ status, message }: ApiFault): Response {
  const words = escapeMarkup(message || "This sound can't be found, or isn't for everybody.");
  return html(
    `<!doctype html><meta charset="utf-8"><title>Player</title><p>${words}</p>`,
    status,
    "default-src 'none'",
  );
}

function pageFor(call: Call): PlayerPage {
  const target = linkedThing(call, call.query.get("url") ?? "");
  const embed = target && embedOf(call, target, { maxWidth: undefined, maxHeight: undefined, parameters: [] });
  if (target === undefined || embed === undefined) throw notFound();
  const color = call.query.get("color")?.replace(/^#/, "") ?? "";
  return {
    title: embed.title,
    picture: call.query.get("show_artwork") !== "false" && embed.thumbnail_url.startsWith(call.urls.media)
      ? embed.thumbnail_url
      : undefined,
    tracks: tracksIn(call, target).map((track) => playable(call, track)),
    autoPlay: call.query.get("auto_play") === "true",
    color: /^[0-9a-f]{6}$/i.test(color) ? color : ORANGE,
  };
}

function getPlayer(call: Call): Response {
  try {
    const media = new URL(call.urls.media).origin;
    const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${SCRIPT_SOURCE}; ` +
      `img-src ${media}; media-src 'self' ${media}`;
    return html(playerPage(pageFor(call)), 200, policy);
  } catch (error) {
    if (error instanceof ApiFault) return refusal(error);
    throw error;
  }
}

/** Redirects from the player to a playable URL. Each request counts as a play. */
function getSound(call: Call): Response {
  const track = visibleTrack(call);
  const kind = kindFor(call, track);
  if (kind === undefined) throw notFound();
  recordPlay(call.db, track.id, call.viewer, call.now);
  return found(call, mediaLink(call, track, kind));
}

/** The embedded player. */
export const playerRoutes: Handlers = {
  "GET /player/": getPlayer,
  "GET /player/tracks/{track_urn}": getSound,
};
