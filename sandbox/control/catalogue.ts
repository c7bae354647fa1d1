import { waveformPath } from "../media/addresses.ts";
import { readCount } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

/**
 * The shown columns of each kind, and the searched ones. Private rows are included, because this is the sandbox's own
 * view.
 */
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

/** Adds the path of the waveform on the media host. */
function withWaveform(world: ControlCall["world"], row: Record<string, unknown>): Record<string, unknown> {
  return { ...row, waveform: waveformPath(world, Number(row.id)).replace(/png$/, "json") };
}

/** `?q=&limit=&offset=`: the rows of a kind, newest first. */
function list({ world, url, rest }: ControlCall): Response {
  const kind = Object.hasOwn(KINDS, rest) ? KINDS[rest] : undefined;
  if (kind === undefined) throw new Refusal(404, `The catalogue has no ${rest.slice(0, 80)}`);
  const limit = Math.min(readCount(url.searchParams, "limit") ?? 20, MOST);
  const rows = world.db.all<Record<string, unknown>>(
    `${kind.rows} WHERE instr(lower(${kind.name}), lower(?)) > 0 ORDER BY t.id DESC LIMIT ? OFFSET ?`,
    url.searchParams.get("q") ?? "",
    limit + 1,
    readCount(url.searchParams, "offset") ?? 0,
  );
  const items = rows.slice(0, limit).map((row) => rest === "tracks" ? withWaveform(world, row) : row);
  return reply({ items, more: rows.length > limit });
}

/** The content of the world. */
export const catalogueRoutes: readonly ControlRoute[] = [{ method: "GET", path: "/catalogue/*", run: list }];
