import type { Fields } from "../http/body.ts";
import type { Call } from "../http/call.ts";
import { badRequest, unprocessable } from "../http/errors.ts";
import type { SqlValue } from "../store/database.ts";
import { CHOICES } from "../contract/fields.ts";
import { type Field, schemaFields } from "../document/operations.ts";
import { freePermalink, isTaken } from "../store/permalinks.ts";
import type { Form } from "../http/form.ts";

export type Reader = (value: unknown, field: string) => Readonly<Record<string, SqlValue>>;

/** Returns a field's value. SQLite ends a string at NUL, so a string with a NUL is rejected. */
export function asText(value: unknown, field: string): string {
  if (typeof value === "string" && !value.includes("\0")) return value;
  if (typeof value === "number") return String(value);
  throw unprocessable(`Parameter ${field} is not a string.`);
}

/** A text that may be empty; an empty text and `null` both clear it. */
export const text: Reader = (value, field) => ({
  [field]: value === null || value === "" ? null : asText(value, field),
});

/** A text for which `null` is stored as an empty text. */
export const plainText: Reader = (value, field) => ({ [field]: value === null ? "" : asText(value, field) });

export const requiredText: Reader = (value, field) => {
  const given = value === null ? "" : asText(value, field);
  if (given.trim() === "") throw unprocessable(`Parameter ${field} is missing.`);
  return { [field]: given };
};

export function choice(words: readonly string[]): Reader {
  return (value, field) => {
    const given = asText(value, field);
    if (!words.includes(given)) throw unprocessable(`Parameter ${field} is not one of ${words.join(", ")}.`);
    return { [field]: given };
  };
}

export const yesOrNo: Reader = (value, field) => {
  if (value === true || value === "true" || value === "1" || value === 1) return { [field]: 1 };
  if (value === false || value === "false" || value === "0" || value === 0) return { [field]: 0 };
  throw unprocessable(`Parameter ${field} is neither true nor false.`);
};

/** `release_date`, written as `yyyy-mm-dd` (a time after it is ignored) and read as three numbers. */
export const releaseDate: Reader = (value, field) => {
  if (value === null || value === "") return { release_year: null, release_month: null, release_day: null };
  const given = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(asText(value, field));
  const [year, month, day] = [Number(given?.[1]), Number(given?.[2]), Number(given?.[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) {
    throw unprocessable(`Parameter ${field} is not a date such as 2021-02-18.`);
  }
  return { release_year: year, release_month: month, release_day: day };
};

/** The last part of a page's URL: characters that need no escaping in a path. */
export const permalink: Reader = (value, field) => {
  const given = asText(value, field);
  if (!/^[a-z0-9][a-z0-9_-]{0,254}$/.test(given)) {
    throw unprocessable(`Parameter ${field} contains more than lower-case letters, digits, - and _.`);
  }
  return { [field]: given };
};

/** Like SoundCloud, accepts `playlist` and stores it as an empty type. */
const setType: Reader = (value, field) => {
  const { [field]: type } = choice(["album", "playlist"])(value, field);
  return { [field]: type === "playlist" ? "" : type ?? "" };
};

type Readers = Readonly<Record<string, Reader>>;
type Table = "tracks" | "playlists";

const COMMON: Readers = { title: requiredText, permalink, tag_list: plainText, release_date: releaseDate };
/** Fields that are read otherwise than their types say, and one that no document names. */
const SPECIAL: Readonly<Record<Table, Readers>> = {
  tracks: { ...COMMON, metadata_artist: text },
  playlists: { ...COMMON, license: requiredText, set_type: setType },
};
/** Fields that are read elsewhere, such as files, or ignored like by SoundCloud. */
const ELSEWHERE = { tracks: ["asset_data", "artwork_data"], playlists: ["tracks", "artwork_data", "permalink_url"] };

function readerOf({ type }: Field): Reader {
  if (type === "string") return text;
  return type === "boolean" ? yesOrNo : choice((type === "License" ? CHOICES.License : type).split("|"));
}

/** Returns the readers of a schema's fields. */
function readersOf(table: Table, schema: string): Readers {
  const fields = (schemaFields()[schema] ?? []).filter(({ name }) => !ELSEWHERE[table].includes(name));
  return { ...Object.fromEntries(fields.map((field) => [field.name, readerOf(field)])), ...SPECIAL[table] };
}

let known: Readonly<Record<Table, Readers>> | undefined;

function readersFor(table: Table): Readers {
  known ??= { tracks: readersOf("tracks", "TrackFields"), playlists: readersOf("playlists", "PlaylistFields") };
  return known[table];
}

/** `null` clears a field that may be empty. Unknown fields are ignored, unless the sandbox is strict. */
export function columnsOf(
  call: Call,
  table: Table,
  fields: Fields,
  id?: number,
): Record<string, SqlValue> {
  const columns: Record<string, SqlValue> = {};
  const readers = readersFor(table);
  for (const [field, value] of Object.entries(fields)) {
    const reader = Object.hasOwn(readers, field) ? readers[field] : undefined;
    if (reader !== undefined) Object.assign(columns, reader(value, field));
    else if (call.world.strict && !ELSEWHERE[table].includes(field)) {
      throw badRequest(`Unknown field: ${field.slice(0, 100)}`);
    }
  }
  const wanted = columns.permalink;
  if (typeof wanted === "string" && isTaken(call.db, table, call.user, wanted, id)) {
    throw unprocessable("Parameter permalink has already been taken.");
  }
  return columns;
}

/** Returns the columns that every new track or playlist of the caller has. Call it in the transaction that stores them. */
export function newColumns(call: Call, table: Table, title: string): Record<string, SqlValue> {
  return {
    user_id: call.user,
    permalink: freePermalink(call.db, table, call.user, title),
    secret_token: `s-${call.world.draw().letters(11)}`,
    created_at: call.now,
    last_modified: call.now,
  };
}

export function playlistForm(form: Pick<Form, "fields" | "all">): Fields {
  const urns = form.all("playlist[tracks][][urn]").join(",").split(",").filter((urn) => urn !== "");
  return urns.length === 0 ? form.fields : { ...form.fields, tracks: urns.map((urn) => ({ urn })) };
}
