import { setRates } from "../store/activity.ts";
import type { Database, SqlValue } from "../store/database.ts";
import { freePermalink, isTaken } from "../store/permalinks.ts";
import { insertRow } from "../store/rows.ts";
import { insertIndexed } from "../store/search.ts";
import { DEFAULT_APP } from "../base/config.ts";
import { proposal } from "../base/check.ts";
import { Random } from "../base/random.ts";
import { WorldDataError } from "./check_data.ts";
import { SECTIONS } from "./fields.ts";
import type { AppData, CommentData, PlaylistData, TrackData, UserData, WorldData } from "./world_data.ts";

/** A time in the far future: processing never ends. */
const NEVER = 253_402_300_799_000;
const DURATION = 30_000;
/** The owner of the tracks that are generated for likes. */
const FILLER = "filler";

function columnsOf(part: string, item: object): Record<string, SqlValue> {
  const columns: Record<string, SqlValue> = {};
  for (const [name, value] of Object.entries(item)) {
    const column = SECTIONS[part]?.fields[name]?.column;
    if (column !== undefined) columns[column] = typeof value === "boolean" ? Number(value) : value;
  }
  return columns;
}

class Addition {
  readonly #db: Database;
  readonly #now: number;

  constructor(db: Database, now: number) {
    [this.#db, this.#now] = [db, now];
  }

  add({ apps = [], users = [], tracks = [], playlists = [], comments = [] }: WorldData): void {
    for (const [i, app] of apps.entries()) this.#addApp(`apps[${i}]`, app);
    for (const [i, user] of users.entries()) this.#addUser(`users[${i}]`, user);
    const trackIds = tracks.map((track, i) => this.#addTrack(`tracks[${i}]`, track));
    const listIds = playlists.map((playlist, i) => this.#addPlaylist(`playlists[${i}]`, playlist));
    for (const [i, comment] of comments.entries()) this.#addComment(`comments[${i}]`, comment);
    for (const [i, user] of users.entries()) this.#relate(`users[${i}]`, user);
    for (const [i, user] of users.entries()) this.#count("users", i, user, this.#user("", user.permalink));
    for (const [i, track] of tracks.entries()) this.#count("tracks", i, track, trackIds[i] ?? 0);
    for (const [i, list] of playlists.entries()) this.#count("playlists", i, list, listIds[i] ?? 0);
  }

  #addApp(path: string, { clientId, clientSecret, name = clientId, redirectUris, ...settings }: AppData): void {
    const known = this.#db.get("SELECT 1 FROM apps WHERE client_id = ?", clientId);
    if (known !== undefined) throw new WorldDataError(`${path}.clientId`, `there is an app ${clientId} already`);
    insertRow(this.#db, "apps", {
      client_id: clientId,
      client_secret: clientSecret ?? "",
      redirect_uri: redirectUris?.[0] ?? DEFAULT_APP.redirectUri,
      name,
      settings: JSON.stringify({ ...settings, ...(redirectUris === undefined ? {} : { redirectUris }) }),
    });
  }

  #addUser(path: string, user: UserData): void {
    const { permalink, username = permalink } = user;
    const known = this.#db.get("SELECT 1 FROM users WHERE permalink = ?", permalink);
    if (known !== undefined) throw new WorldDataError(`${path}.permalink`, `there is a user ${permalink} already`);
    const id = insertIndexed(this.#db, "users", {
      permalink,
      username,
      full_name: username,
      ...this.#times(user),
      ...columnsOf("users", user),
    });
    if (user.activity) setRates(this.#db, "users", id, user.activity);
    for (const { service, title, url, username: name = null, createdAt } of user.webProfiles ?? []) {
      const { created_at } = this.#times({ ...(createdAt && { createdAt }) });
      insertRow(this.#db, "web_profiles", { user_id: id, service, title, url, username: name, created_at });
    }
  }

  #addTrack(path: string, track: TrackData): number {
    const { processing = false, duration = DURATION } = track;
    const id = insertIndexed(this.#db, "tracks", {
      ...this.#common(path, "tracks", track),
      duration: processing ? 0 : duration,
      available_country_codes: track.countries?.join() ?? null,
      ready_at: processing ? NEVER : 0,
    });
    if (track.activity) setRates(this.#db, "tracks", id, track.activity);
    return id;
  }

  #times({ createdAt, lastModified }: { readonly createdAt?: string; readonly lastModified?: string }) {
    const made = createdAt === undefined ? this.#now : Date.parse(createdAt);
    return { created_at: made, last_modified: lastModified === undefined ? made : Date.parse(lastModified) };
  }

  #common(path: string, table: "tracks" | "playlists", item: TrackData | PlaylistData) {
    const userId = this.#user(`${path}.user`, item.user);
    const { title, tags = [], releaseDate } = item;
    const [year, month, day] = releaseDate?.split("-").map(Number) ?? [];
    const permalink = item.permalink ?? freePermalink(this.#db, table, userId, title);
    if (isTaken(this.#db, table, userId, permalink)) {
      throw new WorldDataError(`${path}.permalink`, `${item.user} has ${table.slice(0, -1)} ${permalink} already`);
    }
    const secret = `s-${new Random(`${table}:${item.user}:${permalink}`).letters(11)}`;
    return {
      user_id: userId,
      permalink,
      title,
      tag_list: tags.map((tag) => tag.includes(" ") ? `"${tag}"` : tag).join(" "),
      secret_token: item.secretToken ?? secret,
      release_day: day ?? null,
      release_month: month ?? null,
      release_year: year ?? null,
      ...this.#times(item),
      ...columnsOf(table, item),
    };
  }

  #addPlaylist(path: string, playlist: PlaylistData): number {
    const id = insertIndexed(this.#db, "playlists", this.#common(path, "playlists", playlist));
    for (const [position, track_id] of this.#tracks(`${path}.tracks`, playlist.tracks).entries()) {
      insertRow(this.#db, "playlist_tracks", { playlist_id: id, position, track_id });
    }
    if (playlist.activity) setRates(this.#db, "playlists", id, playlist.activity);
    return id;
  }

  #addComment(path: string, { track, user, body, timestamp, createdAt }: CommentData): void {
    insertRow(this.#db, "comments", {
      track_id: this.#track(`${path}.track`, track),
      user_id: this.#user(`${path}.user`, user),
      body,
      timestamp: timestamp ?? null,
      created_at: this.#times({ ...(createdAt && { createdAt }) }).created_at,
    });
  }

  #count(part: "users" | "tracks" | "playlists", i: number, item: object, id: number): void {
    for (const [name, value] of Object.entries(item)) {
      const column = SECTIONS[part]?.fields[name]?.count;
      if (column === undefined || typeof value !== "number") continue;
      const row = this.#db.get<{ rows: number }>(`SELECT ${column} AS rows FROM ${part} WHERE id = ?`, id);
      if ((row?.rows ?? 0) > value) {
        throw new WorldDataError(`${part}[${i}].${name}`, `${value} is less than the ${row?.rows} of these data`);
      }
      this.#db.run(`UPDATE ${part} SET ${column} = ? WHERE id = ?`, value, id);
    }
  }

  #relate(path: string, { permalink, likes = [], reposts, plays, follows = [] }: UserData): void {
    const userId = this.#user(path, permalink);
    const liked = typeof likes === "number"
      ? this.#somePublicTracks(`${path}.likes`, likes, userId)
      : this.#tracks(`${path}.likes`, likes);
    for (const id of liked) this.#happen("track_likes", userId, "track_id", id);
    const reposted = this.#tracks(`${path}.reposts`, reposts);
    for (const id of reposted) this.#happen("track_reposts", userId, "track_id", id);
    for (const track_id of this.#tracks(`${path}.plays`, plays)) {
      insertRow(this.#db, "plays", { user_id: userId, track_id, played_at: this.#now });
    }
    for (const [i, name] of follows.entries()) {
      this.#happen("follows", userId, "target_id", this.#user(`${path}.follows[${i}]`, name));
    }
  }

  #happen(table: "track_likes" | "track_reposts" | "follows", userId: number, column: string, id: number): void {
    insertRow(this.#db, table, { user_id: userId, [column]: id, created_at: this.#now });
  }

  #somePublicTracks(path: string, count: number, userId: number): number[] {
    const sql = "SELECT id FROM tracks WHERE sharing = 'public' AND ready_at <= ? AND user_id <> ? ORDER BY id LIMIT ?";
    const found = this.#db.all<{ id: number }>(sql, this.#now, userId, count).map(({ id }) => id);
    if (found.length < count && this.#find("users", FILLER) === undefined) {
      this.#addUser(path, { permalink: FILLER, username: "Filler" });
    }
    for (let n = found.length + 1; n <= count; n++) {
      found.push(this.#addTrack(path, { title: `Filler ${n}`, user: FILLER }));
    }
    return found;
  }

  #find(table: "users" | "tracks", permalink: string): number | undefined {
    return this.#db.get<{ id: number }>(`SELECT id FROM ${table} WHERE permalink = ?`, permalink)?.id;
  }

  #user(path: string, permalink: string): number {
    const id = this.#find("users", permalink);
    if (id !== undefined) return id;
    const names = this.#db.all<{ permalink: string }>("SELECT permalink FROM users ORDER BY id DESC LIMIT 500");
    const near = proposal(permalink, names.map((user) => user.permalink));
    throw new WorldDataError(path, `no user has the permalink ${permalink.slice(0, 80)}${near}`);
  }

  #tracks(path: string, names: readonly string[] = []): number[] {
    return names.map((name, i) => this.#track(`${path}[${i}]`, name));
  }

  #track(path: string, name: string): number {
    const sql = `SELECT t.id, u.permalink || '/' || t.permalink AS name FROM tracks t JOIN users u ON u.id = t.user_id`;
    const found = this.#db.all<{ id: number; name: string }>(
      `${sql} WHERE t.permalink = ? AND (? = '' OR u.permalink = ?) LIMIT 2`,
      name.slice(name.lastIndexOf("/") + 1),
      ...Array<string>(2).fill(name.slice(0, Math.max(0, name.lastIndexOf("/")))),
    );
    const [track, another] = found;
    if (track !== undefined && another === undefined) return track.id;
    if (another !== undefined) throw new WorldDataError(path, `${name} may be ${track?.name} or ${another.name}`);
    const near = this.#db.all<{ name: string }>(`${sql} ORDER BY t.id DESC LIMIT 500`).map((each) => each.name);
    throw new WorldDataError(path, `no track is ${name.slice(0, 160)}${proposal(name, near)}`);
  }
}

/** Adds data to a world: all of it, or nothing if a reference is unknown or a name is taken. */
export function addData(db: Database, data: WorldData, now: number): void {
  db.transaction(() => new Addition(db, now).add(data));
}
