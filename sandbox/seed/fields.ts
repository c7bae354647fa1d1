/**
 * The fields of a world's data: what each accepts, the column that it sets, and the fields of responses that it shows
 * in.
 */
import { choice, COUNT, FLAG, isObject, type Kind, kind, type Kinds, TEXT, textKind, TIME } from "../base/check.ts";
import { APP_LIMITS, type Setting } from "../base/config.ts";
import { schemaFields } from "../document/operations.ts";
import { checkActivity } from "../living/activity.ts";
import type {
  AppData,
  CommentData,
  PlaylistData,
  ReleaseData,
  TrackData,
  UserData,
  WebProfileData,
} from "./world_data.ts";

export interface Field extends Kind {
  readonly column?: string;
  /** The column that triggers count, which it replaces. */
  readonly count?: string;
}

type Fields<T> = { readonly [Name in keyof Required<T>]: Field };

function column(name: string, kind: Kind): Field {
  return { ...kind, column: name };
}

function count(name: string): Field {
  return { ...COUNT, count: name };
}

/** Maximum number of likes of one user, because generated tracks are real rows. */
const MOST_LIKES = 100_000;

const NAME = textKind("a string", (text) => text !== "");
const NAMES = kind("a list of strings", (value) => Array.isArray(value) && value.every(NAME.accepts));
const PERMALINK = textKind("a word of the letters a to z, digits, - and _", /^[a-z0-9_-]{1,100}$/);
const SECRET = textKind("a secret such as s-a1b2c3d4e5f", /^s-\w+$/);
const ADDRESS = textKind("a URL such as https://example.com/1.jpg", (text) => URL.canParse(text));
const ADDRESSES = kind(
  "a list of URLs such as http://localhost:3000/callback",
  (value) => Array.isArray(value) && value.length > 0 && value.every((each) => URL.canParse(String(each))),
);
const DAY = textKind(
  "a day such as 2026-01-31",
  (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
);
const COUNTRIES = kind(
  "a list of countries such as DE",
  (value) => Array.isArray(value) && value.every((each) => /^[A-Z]{2}$/.test(String(each))),
);
const LIKES = kind(
  `a list of strings, or a number up to ${MOST_LIKES}`,
  (value) => NAMES.accepts(value) || (COUNT.accepts(value) && Number(value) <= MOST_LIKES),
);
const LIMITS = kind(`an object with whole numbers for ${APP_LIMITS.join(", ")}`, (value) =>
  isObject(value) &&
  Object.entries(value).every(([name, most]) => APP_LIMITS.includes(name as Setting) && COUNT.accepts(most)));
const ACTIVITY = kind("an activity", (value) => activityProblem(value) === undefined);

export function activityProblem(value: unknown): string | undefined {
  try {
    checkActivity(value, "resource");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const APP: Fields<AppData> = {
  clientId: NAME,
  clientSecret: kind("a string", (value) => value === null || NAME.accepts(value)),
  redirectUris: ADDRESSES,
  name: NAME,
  credentials: choice("documented", "basic", "body", "any"),
  plan: choice("free", "paid"),
  limits: LIMITS,
};

const WEB_PROFILE: Fields<WebProfileData> = {
  service: NAME,
  title: NAME,
  url: ADDRESS,
  username: NAME,
  createdAt: TIME,
};

const USER: Fields<UserData> = {
  permalink: PERMALINK,
  username: NAME,
  firstName: column("first_name", TEXT),
  lastName: column("last_name", TEXT),
  fullName: column("full_name", TEXT),
  avatar: column("avatar_url", ADDRESS),
  website: column("website", ADDRESS),
  websiteTitle: column("website_title", TEXT),
  discogsName: column("discogs_name", TEXT),
  locale: column("locale", NAME),
  followers: count("followers_count"),
  uploadSecondsUsed: column("upload_seconds_used", COUNT),
  createdAt: TIME,
  lastModified: TIME,
  description: column("description", TEXT),
  city: column("city", TEXT),
  country: column("country", TEXT),
  plan: column("plan", choice("Free", "Pro", "Pro Unlimited")),
  emailConfirmed: column("email_confirmed", FLAG),
  webProfiles: kind(
    "a list of links such as { service: website, title: Home, url: https://example.com }",
    (value) => Array.isArray(value) && value.every(isWebProfile),
  ),
  likes: LIKES,
  reposts: NAMES,
  plays: NAMES,
  follows: NAMES,
  activity: ACTIVITY,
};

function isWebProfile(value: unknown): boolean {
  const kinds: Kinds = WEB_PROFILE;
  return isObject(value) && ["service", "title", "url"].every((name) => value[name] !== undefined) &&
    Object.entries(value).every(([name, member]) => Object.hasOwn(kinds, name) && kinds[name]?.accepts(member));
}

const COMMON: Fields<ReleaseData> = {
  title: NAME,
  user: NAME,
  permalink: PERMALINK,
  description: column("description", TEXT),
  genre: column("genre", TEXT),
  tags: NAMES,
  sharing: column("sharing", choice("public", "private")),
  secretToken: SECRET,
  license: column("license", NAME),
  labelName: column("label_name", TEXT),
  release: column("release", TEXT),
  releaseDate: DAY,
  purchaseTitle: column("purchase_title", TEXT),
  purchaseUrl: column("purchase_url", ADDRESS),
  artwork: column("artwork_url", ADDRESS),
  createdAt: TIME,
  lastModified: TIME,
  activity: ACTIVITY,
};

const TRACK: Fields<TrackData> = {
  ...COMMON,
  duration: COUNT,
  access: column("access", choice("playable", "preview", "blocked")),
  countries: COUNTRIES,
  processing: FLAG,
  downloadable: column("downloadable", FLAG),
  commentable: column("commentable", FLAG),
  plays: count("playback_count"),
  likes: count("favoritings_count"),
  reposts: count("reposts_count"),
  comments: count("comment_count"),
  downloads: column("download_count", COUNT),
  bpm: column("bpm", kind("a tempo up to 999", (value) => typeof value === "number" && value > 0 && value < 1000)),
  key: column("key_signature", NAME),
  isrc: column("isrc", NAME),
  artist: column("metadata_artist", NAME),
  streamable: column("streamable", FLAG),
  embeddableBy: column("embeddable_by", choice("all", "me", "none")),
  revealStats: column("reveal_stats", FLAG),
  revealComments: column("reveal_comments", FLAG),
};

const PLAYLIST: Fields<PlaylistData> = {
  ...COMMON,
  tracks: NAMES,
  type: column("set_type", choice("album", "playlist", "ep", "single", "compilation")),
  likes: count("likes_count"),
  ean: column("ean", NAME),
};

const COMMENT: Fields<CommentData> = { track: NAME, user: NAME, body: NAME, timestamp: COUNT, createdAt: TIME };

interface Section {
  readonly fields: Readonly<Record<string, Field>>;
  readonly needed: readonly string[];
  readonly schema?: string;
}

export const SECTIONS: Readonly<Record<string, Section>> = {
  apps: { fields: APP, needed: ["clientId"] },
  users: { fields: USER, needed: ["permalink"], schema: "Me" },
  tracks: { fields: TRACK, needed: ["title", "user"], schema: "Track" },
  playlists: { fields: PLAYLIST, needed: ["title", "user"], schema: "Playlist" },
  comments: { fields: COMMENT, needed: ["track", "user", "body"], schema: "Comment" },
  webProfiles: { fields: WEB_PROFILE, needed: [], schema: "WebProfile" },
};

const OF_ID = "it follows from the position in the data";
const OF_ADDRESS = "it follows from the id";
const CONSTANT = "SoundCloud always sends the same value";
const OF_CALLER = "it depends on the caller: list the track in the";

/** Fields of responses that no field of the same name sets, each with the field that does, or why none does. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  id: OF_ID,
  urn: OF_ID,
  kind: "it is the same for every item of its kind",
  permalink_url: "permalink",
  release_day: "releaseDate",
  release_month: "releaseDate",
  release_year: "releaseDate",
  secret_uri: "secretToken",
  tag_list: "tags",
  track_id: "track",
  track_urn: "track",
  user_id: "user",
  user_urn: "user",
};

const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: {
    comments_count: CONSTANT,
    followings_count: "follows",
    likes_count: "likes",
    online: CONSTANT,
    playlist_count: "it counts the user's public playlists",
    primary_email_confirmed: "emailConfirmed",
    private_playlists_count: "it counts the user's private playlists",
    private_tracks_count: "it counts the user's private tracks",
    public_favorites_count: "likes",
    quota: "uploadSecondsUsed",
    reposts_count: "reposts",
    subscriptions: "plan",
    track_count: "it counts the user's public tracks",
    upload_seconds_left: "uploadSecondsUsed",
  },
  tracks: {
    available_country_codes: "countries",
    download_url: "downloadable",
    user_favorite: `${OF_CALLER} likes of a user`,
    user_playback_count: `${OF_CALLER} plays of a user`,
  },
  playlists: {
    downloadable: CONSTANT,
    duration: "it is the sum of its tracks",
    embeddable_by: CONSTANT,
    label: CONSTANT,
    label_id: CONSTANT,
    playlist_type: "type",
    streamable: CONSTANT,
    track_count: "it counts its tracks",
  },
};

export function waySet(part: string, name: string): string | undefined {
  const { fields = {}, schema = "" } = SECTIONS[part] ?? {};
  if (!schemaFields()[schema]?.some((field) => field.name === name)) return undefined;
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const own = Object.keys(fields).find((each) => [fields[each]?.column, fields[each]?.count].includes(name));
  const known = ELSEWHERE[part]?.[name] ?? EVERYWHERE[name] ?? own ??
    (Object.hasOwn(fields, camel) ? camel : undefined);
  return known ?? (/(?:^|_)ur[iln]$/.test(name) ? OF_ADDRESS : undefined);
}
