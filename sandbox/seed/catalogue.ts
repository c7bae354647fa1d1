import { Random } from "../base/random.ts";
import { slug } from "../store/permalinks.ts";
import { ADJECTIVES, GENRES, HOSTILE_TITLES, NOUNS, PERSONAS, REMARKS, TAGS } from "./words.ts";

export type SeedRow = Readonly<Record<string, string | number | null>>;

export type Catalogue = Readonly<Record<string, readonly SeedRow[]>>;

export const DEFAULT_SEED = 42;

const DAY = 86_400_000;
const START = Date.UTC(2021, 0, 1);
const END = Date.UTC(2026, 0, 1);
const FIRST_TRACK = 1001;
const TRACKS = 200;
const FIRST_PLAYLIST = 101;
const PLAYLISTS = 20;
/** The ninth artist has no tracks, likes or follows, for the empty cases. */
const EMPTY_USER = 9;

const USER_IDS = PERSONAS.map((_, i) => i + 1);
const ACTIVE_IDS = USER_IDS.filter((id) => id !== EMPTY_USER);

function creationTime(random: Random): number {
  return START + Math.floor(random.float() * (END - START) / 1000) * 1000;
}

function image(kind: "avatars" | "artworks", random: Random): string {
  return `/images/${kind}-${random.letters(16)}-large.jpg`;
}

function users(random: Random): SeedRow[] {
  return PERSONAS.map((persona, i) => ({
    id: i + 1,
    permalink: persona.permalink,
    username: persona.username,
    full_name: persona.username,
    description: persona.description ?? `${persona.username} on a made-up stage.`,
    city: persona.city ?? null,
    country: persona.country ?? null,
    plan: persona.plan ?? "Free",
    avatar_url: image("avatars", random),
    email_confirmed: persona.emailConfirmed === false ? 0 : 1,
    upload_seconds_used: persona.secondsUsed ?? 0,
    created_at: START - (20 - i) * 30 * DAY,
    last_modified: START + i * DAY,
  }));
}

/** Returns the special property of a track, by its number, so that every seed has every kind. */
function special(n: number): SeedRow {
  if (n % 17 === 5) return { sharing: "private" };
  if (n % 19 === 7) return { access: "preview" };
  if (n % 23 === 11) return { access: "blocked" };
  if (n % 29 === 13) return { available_country_codes: "US,CA" };
  if (n % 31 === 17) return { has_aac: 0, created_at: START - 900 * DAY };
  if (n % 37 === 19) return { commentable: 0 };
  if (n % 41 === 23) return { reveal_stats: 0, reveal_comments: 0 };
  if (n % 13 === 6) return { downloadable: 1, license: "cc-by" };
  return {};
}

function title(random: Random, n: number): string {
  const hostile = n % 14 === 9 ? HOSTILE_TITLES[Math.floor(n / 14)] : undefined;
  if (hostile !== undefined) return hostile;
  const name = `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`;
  return n % 16 === 3 ? `${name} (lofi study mix)` : name;
}

/** The tenth artist is available in Switzerland only, so their tracks are blocked elsewhere. */
const BORDER_RADIO = 10;

function track(random: Random, n: number): SeedRow {
  const name = title(random, n);
  const owner = n < 12 ? 1 : random.pick(ACTIVE_IDS);
  const [genre, bpm] = /lofi/.test(name) ? GENRES[0] ?? ["Lo-fi", 78] : random.pick(GENRES);
  const created = creationTime(random);
  const released = new Date(created);
  return {
    id: FIRST_TRACK + n,
    user_id: owner,
    permalink: `${slug(name) || "track"}-${n + 1}`,
    title: name,
    description: random.chance(0.6) ? `Recorded on a ${random.pick(NOUNS).toLowerCase()}.` : null,
    genre,
    tag_list: random.sample(TAGS, random.int(0, 4)).join(" "),
    artwork_url: random.chance(0.9) ? image("artworks", random) : null,
    duration: random.int(24, 60) * 1000 + random.int(0, 999),
    created_at: created,
    last_modified: created,
    sharing: "public",
    access: "playable",
    available_country_codes: owner === BORDER_RADIO ? "CH" : null,
    has_aac: 1,
    commentable: 1,
    reveal_stats: 1,
    reveal_comments: 1,
    downloadable: 0,
    license: "all-rights-reserved",
    secret_token: `s-${random.letters(11)}`,
    bpm: random.chance(0.7) ? bpm + random.int(-4, 4) : null,
    key_signature: random.chance(0.5) ? random.pick(["Am", "C", "Dm", "F#", "Gm", "Eb"]) : null,
    label_name: random.chance(0.2) ? "Made-up Records" : null,
    release_day: released.getUTCDate(),
    release_month: released.getUTCMonth() + 1,
    release_year: released.getUTCFullYear(),
    playback_count: random.int(0, 50_000),
    ...special(n),
  };
}

function playlist(random: Random, n: number): SeedRow {
  const created = creationTime(random);
  const name = n === 4 ? "プレイリスト 👩‍🎤 <mix>" : `${random.pick(ADJECTIVES)} Selection ${n + 1}`;
  return {
    id: FIRST_PLAYLIST + n,
    user_id: n < 3 ? 1 : random.pick(ACTIVE_IDS),
    permalink: `${slug(name) || "playlist"}-${n + 1}`,
    title: name,
    description: n % 3 === 0 ? "Songs that belong together." : null,
    genre: random.pick(GENRES)[0],
    tag_list: random.sample(TAGS, 2).join(" "),
    artwork_url: n % 2 === 0 ? image("artworks", random) : null,
    created_at: created,
    last_modified: created,
    sharing: n % 9 === 2 ? "private" : "public",
    secret_token: `s-${random.letters(11)}`,
    set_type: n % 4 === 1 ? "album" : "",
  };
}

function reactions(random: Random, count: number, column: string, targets: readonly number[]): SeedRow[] {
  const seen = new Set<string>();
  const rows: SeedRow[] = [];
  for (let tries = 0; rows.length < count && tries < count * 5; tries++) {
    const [user, target] = [random.pick(ACTIVE_IDS), random.pick(targets)];
    if (seen.has(`${user} ${target}`) || (column === "target_id" && user === target)) continue;
    seen.add(`${user} ${target}`);
    rows.push({ user_id: user, [column]: target, created_at: creationTime(random) });
  }
  return rows.sort(byTime);
}

function byTime(a: SeedRow, b: SeedRow): number {
  return Number(a.created_at) - Number(b.created_at);
}

function playlistTracks(random: Random, lists: readonly SeedRow[], trackIds: readonly number[]): SeedRow[] {
  return lists.flatMap(({ id = 0 }) =>
    random.sample(trackIds, random.int(3, 14)).map((track_id, position) => ({ playlist_id: id, position, track_id }))
  );
}

function comments(random: Random, tracks: readonly SeedRow[]): SeedRow[] {
  return Array.from({ length: 400 }, (): SeedRow => {
    const under = random.pick(tracks);
    const at = random.chance(0.9) ? random.int(0, Number(under.duration)) : null;
    return {
      track_id: under.id ?? 0,
      user_id: random.pick(ACTIVE_IDS),
      body: random.pick(REMARKS),
      timestamp: at,
      created_at: creationTime(random),
    };
  }).sort(byTime).map((row, i) => ({ id: 10_001 + i, ...row }));
}

function plays(random: Random, trackIds: readonly number[]): SeedRow[] {
  return Array.from({ length: 60 }, (_, i): SeedRow => ({
    user_id: i < 40 ? 1 : random.pick(ACTIVE_IDS),
    track_id: random.pick(trackIds),
    played_at: END - (60 - i) * 3_600_000,
  }));
}

/** Drawn separately, so that the other rows of a seed stay the same as before stations existed. */
function stationLikes(seed: number, trackIds: readonly number[]): SeedRow[] {
  const random = new Random(`stations:${seed}`);
  const stations = [
    ...random.sample(trackIds, 20).map((id) => `track-stations:${id}`),
    ...random.sample(ACTIVE_IDS, 5).map((id) => `artist-stations:${id}`),
  ];
  return stations.map((station, n): SeedRow => ({
    user_id: n < 6 ? 1 : random.pick(ACTIVE_IDS.slice(1)),
    station,
    created_at: creationTime(random),
  })).sort(byTime);
}

function profiles(random: Random): Pick<Catalogue, "web_profiles" | "connections"> {
  const services = ["website", "instagram", "bandcamp", "youtube"];
  const links = ACTIVE_IDS.flatMap((user_id) =>
    random.sample(services, random.int(0, 3)).map((service) => ({
      user_id,
      service,
      title: `My ${service}`,
      url: `https://${service}.example/${user_id}`,
      username: service === "website" ? null : `artist${user_id}`,
      created_at: creationTime(random),
    }))
  );
  const accounts = [1, 7].map((user_id) => ({
    user_id,
    service: "mastodon",
    display_name: `@artist${user_id}@social.example`,
    created_at: START,
  }));
  return { web_profiles: links, connections: accounts };
}

export function drawCatalogue(seed: number): Catalogue {
  const random = new Random(`catalogue:${seed}`);
  const people = users(random);
  const tracks = Array.from({ length: TRACKS }, (_, n) => track(random, n)).sort(byTime)
    .map((row, n): SeedRow & { id: number } => ({ ...row, id: FIRST_TRACK + n }));
  const playlists = Array.from({ length: PLAYLISTS }, (_, n) => playlist(random, n)).sort(byTime)
    .map((row, n): SeedRow & { id: number } => ({ ...row, id: FIRST_PLAYLIST + n }));
  const trackIds = tracks.map((row) => row.id);
  const publicIds = tracks.filter((row) => row.sharing !== "private").map((row) => row.id);
  const playlistIds = playlists.filter((row) => row.sharing === "public").map((row) => Number(row.id));
  return {
    users: people,
    tracks,
    playlists,
    playlist_tracks: playlistTracks(random, playlists, trackIds),
    comments: comments(random, tracks),
    follows: reactions(random, 120, "target_id", ACTIVE_IDS),
    track_likes: reactions(random, 600, "track_id", publicIds),
    playlist_likes: reactions(random, 60, "playlist_id", playlistIds),
    track_reposts: reactions(random, 120, "track_id", publicIds),
    playlist_reposts: reactions(random, 30, "playlist_id", playlistIds),
    plays: plays(random, trackIds),
    station_likes: stationLikes(seed, publicIds),
    ...profiles(random),
  };
}
