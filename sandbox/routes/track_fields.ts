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
  yesOrNo,
} from "./field_readers.ts";
import type { Call } from "../http/call.ts";
import { CHOICES } from "../contract/fields.ts";
import { unprocessable } from "../http/errors.ts";
import type { SqlValue } from "../store/database.ts";
import { isTaken } from "../store/permalinks.ts";

/** The writable fields of a track. */
const TRACK_FIELDS: Readonly<Record<string, Reader>> = {
  title: requiredText,
  permalink,
  sharing: choice(["public", "private"]),
  embeddable_by: choice(["all", "me", "none"]),
  purchase_url: text,
  description: text,
  genre: text,
  tag_list: plainText,
  label_name: text,
  release: text,
  release_date: releaseDate,
  streamable: yesOrNo,
  downloadable: yesOrNo,
  license: choice(CHOICES.License.split("|")),
  commentable: yesOrNo,
  reveal_stats: yesOrNo,
  reveal_comments: yesOrNo,
  isrc: text,
  metadata_artist: text,
};

/** Fields with files, which the form parser handles. */
const FILES = ["asset_data", "artwork_data"];

/**
 * Validates a track's fields, from JSON or a form, and converts them to columns.
 *
 * @param trackId The changed track; undefined for a new one.
 */
export function trackColumns(call: Call, fields: Fields, trackId?: number): Record<string, SqlValue> {
  const columns = readColumns(call, fields, TRACK_FIELDS, FILES);
  const wanted = columns.permalink;
  if (typeof wanted === "string" && isTaken(call.db, "tracks", call.user, wanted, trackId)) {
    throw unprocessable("Parameter permalink has already been taken.");
  }
  return columns;
}
