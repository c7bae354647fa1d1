import type { Fields } from "../http/body.ts";
import {
  choice,
  permalink,
  plainText,
  readColumns,
  type Reader,
  releaseDate,
  requiredText,
  text,
} from "./field_readers.ts";
import type { Call } from "../http/call.ts";
import { unprocessable } from "../http/errors.ts";
import type { Form } from "../http/form.ts";
import type { SqlValue } from "../store/database.ts";
import { isTaken } from "../store/permalinks.ts";
import { isSince } from "../base/era.ts";

/** Like the service, accepts `playlist` and stores it as an empty type. */
const setType: Reader = (value, field) => {
  const { [field]: type } = choice(["album", "playlist"])(value, field);
  return { [field]: type === "playlist" ? "" : type ?? "" };
};

/** The writable fields of a playlist except its tracks. */
const PLAYLIST_FIELDS: Readonly<Record<string, Reader>> = {
  title: requiredText,
  description: text,
  sharing: choice(["public", "private"]),
  ean: text,
  genre: text,
  label_name: text,
  license: requiredText,
  permalink,
  purchase_title: text,
  purchase_url: text,
  release: text,
  release_date: releaseDate,
  set_type: setType,
  tag_list: plainText,
};

/** Fields that are read elsewhere, or ignored like by the service. */
const OTHERS = ["tracks", "artwork_data", "permalink_url"];

/**
 * Validates a playlist's fields and converts them to columns.
 *
 * @param playlistId The changed playlist; undefined for a new one.
 */
export function playlistColumns(call: Call, fields: Fields, playlistId?: number): Record<string, SqlValue> {
  if (fields.set_type === "playlist" && !isSince(call.world.config, "set_type_playlist")) {
    throw unprocessable("set_type is not included in the list");
  }
  const columns = readColumns(call, fields, PLAYLIST_FIELDS, OTHERS);
  const wanted = columns.permalink;
  if (typeof wanted === "string" && isTaken(call.db, "playlists", call.user, wanted, playlistId)) {
    throw unprocessable("Parameter permalink has already been taken.");
  }
  return columns;
}

/** Returns the fields of a form. Tracks are several values, a comma-separated value, or both. */
export function playlistForm(form: Pick<Form, "fields" | "all">): Fields {
  const urns = form.all("playlist[tracks][][urn]").join(",").split(",").filter((urn) => urn !== "");
  return urns.length === 0 ? form.fields : { ...form.fields, tracks: urns.map((urn) => ({ urn })) };
}
