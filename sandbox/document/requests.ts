/**
 * The schemas of request bodies.
 *
 * @module
 */
/** The fields of an object, with their types. */
export type Fields = Readonly<Record<string, string>>;

/** The licences of a track. */
export const LICENSES =
  "no-rights-reserved|all-rights-reserved|cc-by|cc-by-nc|cc-by-nd|cc-by-sa|cc-by-nc-nd|cc-by-nc-sa";
/** The kinds of offers of a storefront. */
export const OFFERS = "digital|vinyl|cd|cassette|apparel|sample_pack|subscription|live_event|live_stream|other";

const WRITABLE: Fields = {
  "title?": "string",
  "permalink?": "string",
  "sharing?": "public|private",
  "purchase_url?": "string",
  "description?": "string",
  "genre?": "string",
  "tag_list?": "string",
  "label_name?": "string",
  "release?": "string",
  "release_date?": "string",
  "license?": "string",
};

const WRITABLE_TRACK: Fields = {
  ...WRITABLE,
  "license?": LICENSES,
  "embeddable_by?": "all|me|none",
  "streamable?": "boolean",
  "downloadable?": "boolean",
  "commentable?": "boolean",
  "reveal_stats?": "boolean",
  "reveal_comments?": "boolean",
  "isrc?": "string",
};

const { "title?": _, ...UNTITLED } = WRITABLE_TRACK;

const WRITABLE_PLAYLIST: Fields = {
  ...WRITABLE,
  "license?": "string",
  "ean?": "string",
  "permalink_url?": "string",
  "purchase_title?": "string",
  "set_type?": "album|playlist",
};

/** Returns the fields of a form, whose names have the form `track[title]`. */
function bracketed(thing: string, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map((
      [name, type],
    ) => [`${thing}[${name.replace("?", "")}]${name.endsWith("?") ? "?" : ""}`, type]),
  );
}

/** Every request body with its fields, by name. */
export const REQUESTS: Readonly<Record<string, Fields>> = {
  NewComment: { comment: "CommentBody" },
  CommentBody: { body: "string", "timestamp?": "number|string" },
  TrackForm: {
    ...bracketed("track", { ...UNTITLED, title: "string", "artwork_data?": "string", asset_data: "string" }),
  },
  TrackUpdate: { track: "TrackFields" },
  TrackUpdateForm: bracketed("track", { ...WRITABLE_TRACK, "artwork_data?": "string" }),
  TrackFields: WRITABLE_TRACK,
  StorefrontUpdate: {
    title: "string",
    type: OFFERS,
    link: "string",
    "link_title?": "string",
    "description?": "string",
    "price?": "string",
  },
  PlaylistUpdate: { playlist: "PlaylistFields" },
  PlaylistFields: { ...WRITABLE_PLAYLIST, "artwork_data?": "string", "tracks?": "[TrackReference]" },
  PlaylistForm: {
    ...bracketed("playlist", { ...WRITABLE_PLAYLIST, "artwork_data?": "string" }),
    "playlist[tracks][][urn]?": "string",
  },
  TrackReference: { urn: "string" },
};
