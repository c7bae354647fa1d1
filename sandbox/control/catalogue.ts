import { isObject } from "../base/check.ts";
import { HOSTILE_TITLES } from "../seed/words.ts";
import { STREAM_KINDS, streamPath, waveformPath } from "../media/addresses.ts";
import { type ControlCall, type ControlRoutes, readCount, Refusal, reply } from "./route.ts";
import { sign } from "../media/signature.ts";
import { findTrack } from "../store/lookups.ts";

/** Private rows are included, because this is the sandbox's own view. */
const KINDS: Readonly<Record<string, { readonly rows: string; readonly name: string }>> = {
  users: {
    rows:
      "SELECT id, permalink, username AS title, avatar_url AS picture, plan, track_count, followers_count FROM users t",
    name: "t.username || ' ' || t.permalink",
  },
  tracks: {
    rows: `SELECT t.id, t.permalink, t.title, u.username AS user, t.artwork_url AS picture, t.sharing, t.access,
      t.duration, t.playback_count
      FROM tracks t JOIN users u ON u.id = t.user_id`,
    name: "t.title || ' ' || u.username",
  },
  playlists: {
    rows: `SELECT t.id, t.permalink, t.title, u.username AS user, t.artwork_url AS picture, t.sharing, t.track_count,
      t.likes_count
      FROM playlists t JOIN users u ON u.id = t.user_id`,
    name: "t.title || ' ' || u.username",
  },
};

const MOST = 100;

const ABOUT: Readonly<Record<string, readonly [column: string, ...tables: readonly string[]]>> = {
  users: ["user_id", "tracks", "playlists", "comments", "plays", "follows", "track_likes", "track_reposts"],
  tracks: ["track_id", "comments", "plays", "track_likes", "track_reposts", "playlist_tracks"],
  playlists: ["playlist_id", "playlist_tracks", "playlist_likes", "playlist_reposts"],
};

type Row = Readonly<Record<string, unknown>>;

function audience({ sharing, ready_at, access, available_country_codes: countries }: Row, now: number): string {
  if (sharing === "private") return "its owner, and who has its secret token";
  if (Number(ready_at ?? 0) > now) return "its owner, until it is processed";
  const limited = countries ? `; it can be played in ${countries}` : "";
  return `everybody${access === undefined || access === "playable" ? limited : `; for others it is ${access}`}`;
}

/** `?id=`: the stored fields of a row, who sees it, and the numbers of rows about it. */
function open({ world: { db, clock }, rest }: ControlCall, id: number): Response {
  const [column = "", ...tables] = ABOUT[rest] ?? [];
  const fields = db.get<Row>(`SELECT * FROM ${rest} WHERE id = ?`, id);
  if (!isObject(fields)) throw new Refusal(404, `The catalogue has no ${rest} ${id}`);
  const counts = tables.map((table) => [
    table.replace("_", " "),
    db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`, id)?.n ?? 0,
  ]);
  return reply({ fields, audience: audience(fields, clock.now()), rows: Object.fromEntries(counts) });
}

const USUAL = `AND title NOT IN (${HOSTILE_TITLES.map(() => "?").join()}) AND title NOT LIKE '%<%'`;

/** `?q=&limit=&offset=&edges=`: the rows of a kind, newest first; unless searched, without the edge cases. */
function list(call: ControlCall): Response {
  const { world, url, rest } = call;
  const kind = Object.hasOwn(KINDS, rest) ? KINDS[rest] : undefined;
  if (kind === undefined) throw new Refusal(404, `The catalogue has no ${rest.slice(0, 80)}`);
  const id = readCount(url.searchParams, "id");
  if (id !== undefined) return open(call, id);
  const limit = Math.min(readCount(url.searchParams, "limit") ?? 20, MOST);
  const q = url.searchParams.get("q") ?? "";
  const isUsual = q === "" && url.searchParams.get("edges") !== "true";
  const rows = world.db.all<Row>(
    `${kind.rows} WHERE instr(lower(${kind.name}), lower(?)) > 0 ${
      isUsual ? USUAL : ""
    } ORDER BY t.id DESC LIMIT ? OFFSET ?`,
    q,
    ...(isUsual ? HOSTILE_TITLES : []),
    limit + 1,
    readCount(url.searchParams, "offset") ?? 0,
  );
  const items = rows.slice(0, limit).map((row) => ({
    ...row,
    ...(rest === "tracks" && { waveform: waveformPath(world, Number(row.id)).replace(/png$/, "json") }),
  }));
  return reply({ items, more: rows.length > limit });
}

/** Sends a request of the dashboard to the media host, without the log and faults. */
function ask({ quietly, request, url }: ControlCall, path: string): Promise<Response> {
  const range = request.headers.get("range");
  return quietly(new Request(new URL(`/_media${path}`, url), { headers: range === null ? {} : { range } }));
}

/** Returns the sound of a track without access checks. It doesn't count as a play. */
async function listen(call: ControlCall): Promise<Response> {
  const { world, rest } = call;
  const track = findTrack(world.db, Number(rest) || 0);
  const kind = STREAM_KINDS.find(({ protocol }) => protocol === "http");
  if (track === undefined || kind === undefined) throw new Refusal(404, `There is no track ${rest.slice(0, 80)}`);
  const { path, signed } = streamPath(track.id, kind);
  return await ask(call, `${path}?${sign(world, signed, world.config.cdnTtlSeconds)}`);
}

/** Returns a picture or a waveform by its path on the media host, whose slashes are encoded. */
async function look(call: ControlCall): Promise<Response> {
  const { rest } = call;
  if (!/^(?:images|waveforms)\/[\w.-]+$/.test(rest)) throw new Refusal(404, `There is no ${rest.slice(0, 80)}`);
  return await ask(call, `/${rest}`);
}

export const catalogueRoutes: ControlRoutes = {
  "GET /catalogue/*": list,
  "GET /listen/*": listen,
  "GET /media/*": look,
};
