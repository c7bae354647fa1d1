import { isObject } from "../base/members.ts";
import { APP_LIMITS, type Setting } from "../base/check_config.ts";
import { proposal } from "../base/nearest_name.ts";
import type { AppData, CommentData, PlaylistData, TrackData, UserData, WorldData } from "./world_data.ts";

/** Returns the expected value if the value is invalid; otherwise undefined. */
type Check = (value: unknown) => string | undefined;

const text: Check = (value) => typeof value === "string" && value !== "" ? undefined : "a text";
const words: Check = (value) => typeof value === "string" ? undefined : "a text";
const texts: Check = (value) =>
  Array.isArray(value) && value.every((each) => !text(each)) ? undefined : "a list of texts";
const yes: Check = (value) => typeof value === "boolean" ? undefined : "true or false";
const count: Check = (value) => Number.isInteger(value) && Number(value) >= 0 ? undefined : "a whole number from 0";
const moment: Check = (value) =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? undefined : "a moment such as 2026-01-01T00:00:00Z";
const permalink: Check = (value) =>
  typeof value === "string" && /^[a-z0-9_-]{1,100}$/.test(value)
    ? undefined
    : "a word of the letters a to z, digits, - and _";
const addresses: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((each) => URL.canParse(String(each)))
    ? undefined
    : "a list of addresses such as http://localhost:3000/callback";
const countries: Check = (value) =>
  Array.isArray(value) && value.every((each) => /^[A-Z]{2}$/.test(String(each)))
    ? undefined
    : "a list of countries such as DE";

function either(...choices: readonly string[]): Check {
  return (value) => choices.includes(value as string) ? undefined : `one of ${choices.join(", ")}`;
}

/** Maximum number of likes of one user, because generated tracks are real rows. */
const MOST_LIKES = 100_000;
const likes: Check = (value) => {
  if (Array.isArray(value)) return texts(value);
  return count(value) === undefined && Number(value) <= MOST_LIKES
    ? undefined
    : "a list of texts, or a number up to 100000";
};

type Fields<T> = { readonly [Name in keyof Required<T>]: Check };
const sharing = either("public", "private");

const APP: Fields<AppData> = {
  clientId: text,
  clientSecret: (value) => value === null ? undefined : text(value),
  redirectUris: addresses,
  name: text,
  credentials: either("documented", "basic", "body", "any"),
  plan: either("free", "paid"),
  limits: (value) => {
    const isLimits = typeof value === "object" && value !== null &&
      Object.entries(value).every(([name, most]) => APP_LIMITS.includes(name as Setting) && count(most) === undefined);
    return isLimits ? undefined : `an object with whole numbers for ${APP_LIMITS.join(", ")}`;
  },
};
const USER: Fields<UserData> = {
  permalink,
  username: text,
  description: words,
  city: words,
  country: words,
  plan: either("Free", "Pro", "Pro Unlimited"),
  emailConfirmed: yes,
  likes,
  reposts: texts,
  follows: texts,
};
const TRACK: Fields<TrackData> = {
  title: text,
  user: text,
  permalink,
  description: words,
  genre: words,
  tags: texts,
  duration: count,
  access: either("playable", "preview", "blocked"),
  countries,
  sharing,
  secretToken: text,
  processing: yes,
  downloadable: yes,
  commentable: yes,
  createdAt: moment,
};
const PLAYLIST: Fields<PlaylistData> = {
  title: text,
  user: text,
  permalink,
  description: words,
  genre: words,
  tags: texts,
  tracks: texts,
  sharing,
  secretToken: text,
};
const COMMENT: Fields<CommentData> = { track: text, user: text, body: text, timestamp: count };

interface Section {
  readonly fields: Readonly<Record<string, Check>>;
  readonly needed: readonly string[];
}

const SECTIONS: Readonly<Record<Exclude<keyof WorldData, "empty">, Section>> = {
  apps: { fields: APP, needed: ["clientId"] },
  users: { fields: USER, needed: ["permalink"] },
  tracks: { fields: TRACK, needed: ["title", "user"] },
  playlists: { fields: PLAYLIST, needed: ["title", "user"] },
  comments: { fields: COMMENT, needed: ["track", "user", "body"] },
};

/** The parts of a world's data. */
export const DATA_PARTS: readonly string[] = ["empty", ...Object.keys(SECTIONS)];

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? "nothing";
}

function checkItem(path: string, item: unknown, { fields, needed }: Section): string | undefined {
  if (!isObject(item)) return `${path} must be an object, not ${shown(item)}`;
  for (const [name, value] of Object.entries(item)) {
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (check === undefined) return `${path}.${name}: no field has this name${proposal(name, Object.keys(fields))}`;
    const wanted = check(value);
    if (wanted !== undefined) return `${path}.${name} must be ${wanted}, not ${shown(value)}`;
  }
  const missing = needed.find((name) => item[name] === undefined);
  return missing === undefined ? undefined : `${path}.${missing} is missing`;
}

function firstProblem(data: unknown): string | undefined {
  if (!isObject(data)) return `the data must be an object, not ${shown(data)}`;
  for (const [part, items] of Object.entries(data)) {
    if (!DATA_PARTS.includes(part)) return `${part}: no part has this name${proposal(part, DATA_PARTS)}`;
    if (part === "empty") {
      if (yes(items) !== undefined) return `empty must be true or false, not ${shown(items)}`;
      continue;
    }
    if (!Array.isArray(items)) return `${part} must be a list, not ${shown(items)}`;
    for (const [i, item] of items.entries()) {
      const problem = checkItem(`${part}[${i}]`, item, SECTIONS[part as keyof typeof SECTIONS]);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/**
 * Checks that data is the data of a world.
 *
 * @param source The source of the data, for the message.
 * @throws {TypeError} With the source, the path and the field, and the most similar name.
 */
export function checkData(data: unknown, source: string): WorldData {
  const problem = firstProblem(data);
  if (problem !== undefined) throw new TypeError(`Cannot read ${source}: ${problem}`);
  return data as WorldData;
}
