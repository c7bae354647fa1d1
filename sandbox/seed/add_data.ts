import type { Database } from "../store/database.ts";
import { freePermalink, isTaken } from "../store/permalinks.ts";
import { indexPlaylist, indexTrack, indexUser } from "../store/search_index.ts";
import { DEFAULT_APP } from "../base/default_app.ts";
import { proposal } from "../base/nearest_name.ts";
import { Random } from "../base/random.ts";
import type { AppData, CommentData, PlaylistData, TrackData, UserData, WorldData } from "./world_data.ts";
import { WorldDataError } from "./world_data_error.ts";

/** A time in the far future: processing never ends. */
const NEVER = 253_402_300_799_000;
const DURATION = 30_000;
/** The owner of the tracks that are generated for likes. */
const FILLER = "filler";

type Value = string | number | null;

function insert(db: Database, table: string, row: Readonly<Record<string, Value>>): number {
  const columns = Object.keys(row);
  const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`;
  return db.run(sql, ...Object.values(row)).lastId;
}

/** Adds data to a world atomically, with one timestamp. */
class Addition {
  readonly #db: Database;
  readonly #now: number;

  constructor(db: Database, now: number) {
    [this.#db, this.#now] = [db, now];
  }

  add({ apps = [], users = [], tracks = [], playlists = [], comments = [] }: WorldData): void {
    for (const [i, app] of apps.entries()) this.#addApp(`apps[${i}]`, app);
    for (const [i, user] of users.entries()) this.#addUser(`users[${i}]`, user);
    for (const [i, track] of tracks.entries()) this.#addTrack(`tracks[${i}]`, track);
    for (const [i, playlist] of playlists.entries()) this.#addPlaylist(`playlists[${i}]`, playlist);
    for (const [i, comment] of comments.entries()) this.#addComment(`comments[${i}]`, comment);
    for (const [i, user] of users.entries()) this.#relate(`users[${i}]`, user);
  }

  #addApp(path: string, { clientId, clientSecret, name = clientId, redirectUris, ...settings }: AppData): void {
    const known = this.#db.get("SELECT 1 FROM apps WHERE client_id = ?", clientId);
    if (known !== undefined) throw new WorldDataError(`${path}.clientId`, `there is an app ${clientId} already`);
    insert(this.#db, "apps", {
      client_id: clientId,
      client_secret: clientSecret ?? "",
      redirect_uri: redirectUris?.[0] ?? DEFAULT_APP.redirectUri,
      name,
      settings: JSON.stringify({ ...settings, ...(redirectUris === undefined ? {} : { redirectUris }) }),
    });
  }

  #addUser(path: string, user: UserData): void {
    const { permalink, username = permalink, description, city, country, plan, emailConfirmed = true } = user;
    const known = this.#db.get("SELECT 1 FROM users WHERE permalink = ?", permalink);
    if (known !== undefined) throw new WorldDataError(`${path}.permalink`, `there is a user ${permalink} already`);
    const id = insert(this.#db, "users", {
      permalink,
      username,
      full_name: username,
      description: description ?? null,
      city: city ?? null,
      country: country ?? null,
      plan: plan ?? "Free",
      email_confirmed: Number(emailConfirmed),
      created_at: this.#now,
      last_modified: this.#now,
    });
    indexUser(this.#db, id);
  }

  #addTrack(path: string, track: TrackData): number {
    const userId = this.#user(`${path}.user`, track.user);
    const made = track.createdAt === undefined ? this.#now : Date.parse(track.createdAt);
    const { processing = false, duration = DURATION, downloadable = false, commentable = true } = track;
    const id = insert(this.#db, "tracks", {
      ...this.#common(path, "tracks", userId, track),
      duration: processing ? 0 : duration,
      access: track.access ?? "playable",
      available_country_codes: track.countries?.join() ?? null,
      ready_at: processing ? NEVER : 0,
      downloadable: Number(downloadable),
      commentable: Number(commentable),
      created_at: made,
      last_modified: made,
    });
    indexTrack(this.#db, id);
    return id;
  }

  /** Returns the columns that tracks and playlists have in common. */
  #common(path: string, table: "tracks" | "playlists", userId: number, thing: TrackData | PlaylistData) {
    const { title, description, genre, tags = [], sharing = "public" } = thing;
    const permalink = thing.permalink ?? freePermalink(this.#db, table, userId, title);
    if (isTaken(this.#db, table, userId, permalink)) {
      throw new WorldDataError(`${path}.permalink`, `${thing.user} has ${table.slice(0, -1)} ${permalink} already`);
    }
    const secret = `s-${new Random(`${table}:${thing.user}:${permalink}`).letters(11)}`;
    return {
      user_id: userId,
      permalink,
      title,
      description: description ?? null,
      genre: genre ?? null,
      tag_list: tags.map((tag) => tag.includes(" ") ? `"${tag}"` : tag).join(" "),
      sharing,
      secret_token: thing.secretToken ?? secret,
    };
  }

  #addPlaylist(path: string, playlist: PlaylistData): void {
    const userId = this.#user(`${path}.user`, playlist.user);
    const id = insert(this.#db, "playlists", {
      ...this.#common(path, "playlists", userId, playlist),
      created_at: this.#now,
      last_modified: this.#now,
    });
    for (const [position, name] of (playlist.tracks ?? []).entries()) {
      const trackId = this.#track(`${path}.tracks[${position}]`, name);
      insert(this.#db, "playlist_tracks", { playlist_id: id, position, track_id: trackId });
    }
    indexPlaylist(this.#db, id);
  }

  #addComment(path: string, { track, user, body, timestamp }: CommentData): void {
    insert(this.#db, "comments", {
      track_id: this.#track(`${path}.track`, track),
      user_id: this.#user(`${path}.user`, user),
      body,
      timestamp: timestamp ?? null,
      created_at: this.#now,
    });
  }

  #relate(path: string, { permalink, likes = [], reposts = [], follows = [] }: UserData): void {
    const userId = this.#user(path, permalink);
    const liked = typeof likes === "number"
      ? this.#somePublicTracks(`${path}.likes`, likes, userId)
      : likes.map((name, i) => this.#track(`${path}.likes[${i}]`, name));
    for (const id of liked) this.#happen("track_likes", userId, "track_id", id);
    for (const [i, name] of reposts.entries()) {
      this.#happen("track_reposts", userId, "track_id", this.#track(`${path}.reposts[${i}]`, name));
    }
    for (const [i, name] of follows.entries()) {
      this.#happen("follows", userId, "target_id", this.#user(`${path}.follows[${i}]`, name));
    }
  }

  #happen(table: "track_likes" | "track_reposts" | "follows", userId: number, column: string, id: number): void {
    insert(this.#db, table, { user_id: userId, [column]: id, created_at: this.#now });
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

/**
 * Adds data to a world: all of it, or nothing if a reference is unknown or a name is taken.
 *
 * @param now Creation time of items without one.
 * @throws {WorldDataError} With the path and the field, and the most similar name.
 */
export function addData(db: Database, data: WorldData, now: number): void {
  db.transaction(() => new Addition(db, now).add(data));
}
