import { type Call, parseId } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { badRequest } from "../http/errors.ts";
import { collection, offsetLink, offsetPage, type Page, partitioned } from "../http/page.ts";
import { presentPlaylists } from "../present/playlist.ts";
import { presentTracks, TrackPresenter } from "../present/track.ts";
import { presentUsers } from "../present/user.ts";
import { type Range, searchByText, searchTracks, type TrackQuery } from "../store/search.ts";
import { findUsers } from "../store/users.ts";

function listed(call: Call, name: string): string[] {
  return call.query.getAll(name).join(",").split(",").map((item) => item.trim()).filter((item) => item !== "");
}

function askedIds(call: Call, kind: "tracks" | "users"): number[] | undefined {
  if (!call.query.has("urns") && !call.query.has("ids")) return undefined;
  const asked = listed(call, call.query.has("urns") ? "urns" : "ids");
  return [...new Set(asked.map((text) => parseId(text, kind)).filter((id) => id !== undefined))];
}

function integerRange(call: Call, name: string): Range {
  const bound = (end: string) => call.query.has(`${name}[${end}]`) ? call.integer(`${name}[${end}]`, 0) : undefined;
  return { from: bound("from"), to: bound("to") };
}

function dateBound(call: Call, name: string): number | undefined {
  const text = call.query.get(name);
  if (text === null || text === "") return undefined;
  const at = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? Date.parse(`${text.replace(" ", "T")}Z`) : NaN;
  if (Number.isNaN(at)) throw badRequest(`Parameter ${name} is not a date such as 2020-12-24 00:00:00`);
  return at;
}

function query(call: Call): string {
  return call.query.get("q") ?? "";
}

/** Above the cap, pages are empty but have a next link, so a client that only follows links never ends. */
function resultPage<Row>(call: Call, read: (from: number, count: number) => readonly Row[]): Page<Row> {
  const { offset: from, limit: count } = call;
  if (from >= call.world.config.searchCap) return { rows: [], next: offsetLink(call, from + count, count) };
  return offsetPage(call, read);
}

function getTracks(call: Call): Response {
  const asked: TrackQuery = {
    q: query(call),
    genres: listed(call, "genres"),
    tags: listed(call, "tags"),
    ids: askedIds(call, "tracks"),
    bpm: integerRange(call, "bpm"),
    duration: integerRange(call, "duration"),
    createdAt: { from: dateBound(call, "created_at[from]"), to: dateBound(call, "created_at[to]") },
    fuzzyGenres: call.world.config.genreFuzzy,
  };
  const page = resultPage(call, (from, count) => searchTracks(call.db, asked, from, count));
  return partitioned(call, presentTracks(call, page.rows, undefined, new TrackPresenter(call, true)), page.next);
}

function getUsers(call: Call): Response {
  const [q, ids] = [query(call), askedIds(call, "users")];
  const page = resultPage(call, (from, count) => {
    if (ids === undefined) return searchByText(call.db, "users", q, from, count);
    return findUsers(call.db, ids).slice(from, from + count);
  });
  return collection(call, presentUsers(call, page.rows), page.next);
}

function getPlaylists(call: Call): Response {
  const q = query(call);
  const page = resultPage(call, (from, count) => searchByText(call.db, "playlists", q, from, count));
  return partitioned(call, presentPlaylists(call, page.rows), page.next);
}

export const searchRoutes: Handlers = {
  "GET /tracks": getTracks,
  "GET /users": getUsers,
  "GET /playlists": getPlaylists,
};
