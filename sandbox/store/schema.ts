/** Columns of a track that responses have as they are, and those that are 0 or 1. */
export const TRACK_TEXTS = "available_country_codes isrc key_signature metadata_artist";
export const TRACK_FLAGS = "commentable downloadable streamable reveal_stats reveal_comments";

/** Symbols such as emoji count as words. */
const TOKENIZER = `tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co So'"`;

/**
 * Users, tracks, playlists and the relations between them.
 *
 * Times are milliseconds since the epoch, flags 0 or 1. Ids are never reused. Triggers update the counts, so that they
 * can't be wrong. Lists are ordered by `seq`, the order of events, which stays right if the clock is set back.
 */
const RESOURCES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('draws', 0);

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  permalink TEXT NOT NULL UNIQUE,
  username TEXT NOT NULL,
  first_name TEXT, last_name TEXT, full_name TEXT, description TEXT, discogs_name TEXT,
  city TEXT, country TEXT, website TEXT, website_title TEXT, avatar_url TEXT, locale TEXT,
  plan TEXT NOT NULL DEFAULT 'Free',
  created_at INTEGER NOT NULL,
  last_modified INTEGER NOT NULL,
  email_confirmed INTEGER NOT NULL DEFAULT 1,
  upload_seconds_used INTEGER NOT NULL DEFAULT 0,
  followers_count INTEGER NOT NULL DEFAULT 0,
  followings_count INTEGER NOT NULL DEFAULT 0,
  track_count INTEGER NOT NULL DEFAULT 0,
  private_tracks_count INTEGER NOT NULL DEFAULT 0,
  playlist_count INTEGER NOT NULL DEFAULT 0,
  private_playlists_count INTEGER NOT NULL DEFAULT 0,
  public_favorites_count INTEGER NOT NULL DEFAULT 0,
  playlist_likes_count INTEGER NOT NULL DEFAULT 0,
  reposts_count INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE tracks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  permalink TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT, genre TEXT, tag_list TEXT NOT NULL DEFAULT '',
  artwork_url TEXT,
  duration INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  last_modified INTEGER NOT NULL,
  ready_at INTEGER NOT NULL DEFAULT 0,
  sharing TEXT NOT NULL DEFAULT 'public' CHECK (sharing IN ('public', 'private')),
  secret_token TEXT NOT NULL,
  access TEXT NOT NULL DEFAULT 'playable' CHECK (access IN ('playable', 'preview', 'blocked')),
  available_country_codes TEXT,
  has_aac INTEGER NOT NULL DEFAULT 1,
  bpm REAL, key_signature TEXT, isrc TEXT, label_name TEXT, license TEXT NOT NULL DEFAULT 'all-rights-reserved',
  metadata_artist TEXT, purchase_title TEXT, purchase_url TEXT,
  release TEXT, release_day INTEGER, release_month INTEGER, release_year INTEGER,
  commentable INTEGER NOT NULL DEFAULT 1,
  downloadable INTEGER NOT NULL DEFAULT 0,
  streamable INTEGER NOT NULL DEFAULT 1,
  embeddable_by TEXT NOT NULL DEFAULT 'all',
  reveal_stats INTEGER NOT NULL DEFAULT 1,
  reveal_comments INTEGER NOT NULL DEFAULT 1,
  playback_count INTEGER NOT NULL DEFAULT 0,
  download_count INTEGER NOT NULL DEFAULT 0,
  comment_count INTEGER NOT NULL DEFAULT 0,
  favoritings_count INTEGER NOT NULL DEFAULT 0,
  reposts_count INTEGER NOT NULL DEFAULT 0,
  UNIQUE (user_id, permalink)
);
CREATE INDEX tracks_by_time ON tracks (created_at);
CREATE INDEX tracks_by_genre ON tracks (genre COLLATE NOCASE, playback_count);

CREATE TABLE storefronts (
  track_id INTEGER PRIMARY KEY REFERENCES tracks(id) ON DELETE CASCADE,
  title TEXT NOT NULL, type TEXT NOT NULL, link TEXT NOT NULL, link_title TEXT, description TEXT, price TEXT
);

CREATE TABLE playlists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  permalink TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT, genre TEXT, tag_list TEXT NOT NULL DEFAULT '', artwork_url TEXT,
  created_at INTEGER NOT NULL,
  last_modified INTEGER NOT NULL,
  sharing TEXT NOT NULL DEFAULT 'public' CHECK (sharing IN ('public', 'private')),
  secret_token TEXT NOT NULL,
  set_type TEXT NOT NULL DEFAULT '',
  ean TEXT, label_name TEXT, license TEXT NOT NULL DEFAULT 'all-rights-reserved',
  purchase_title TEXT, purchase_url TEXT,
  release TEXT, release_day INTEGER, release_month INTEGER, release_year INTEGER,
  track_count INTEGER NOT NULL DEFAULT 0,
  likes_count INTEGER NOT NULL DEFAULT 0,
  reposts_count INTEGER NOT NULL DEFAULT 0,
  UNIQUE (user_id, permalink)
);
CREATE TABLE playlist_tracks (
  playlist_id INTEGER NOT NULL REFERENCES playlists(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  track_id INTEGER NOT NULL REFERENCES tracks(id) ON DELETE CASCADE,
  PRIMARY KEY (playlist_id, position)
) WITHOUT ROWID;
CREATE INDEX playlist_tracks_by_track ON playlist_tracks (track_id);

CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  track_id INTEGER NOT NULL REFERENCES tracks(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  body TEXT NOT NULL,
  timestamp INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX comments_by_track ON comments (track_id);
CREATE INDEX comments_by_user ON comments (user_id);

CREATE TABLE follows (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  target_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, target_id)
);
CREATE INDEX follows_by_user ON follows (user_id, seq);
CREATE INDEX follows_by_target ON follows (target_id, seq);

CREATE TABLE plays (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  track_id INTEGER NOT NULL REFERENCES tracks(id) ON DELETE CASCADE,
  played_at INTEGER NOT NULL
);
CREATE INDEX plays_by_user ON plays (user_id, track_id, seq);
CREATE INDEX plays_by_track ON plays (track_id);

CREATE TABLE activities (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  track_id INTEGER REFERENCES tracks(id) ON DELETE CASCADE,
  playlist_id INTEGER REFERENCES playlists(id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
);
CREATE INDEX activities_by_user ON activities (user_id, seq);
CREATE INDEX activities_by_track ON activities (track_id);
CREATE INDEX activities_by_playlist ON activities (playlist_id);

CREATE TABLE web_profiles (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  service TEXT NOT NULL, title TEXT NOT NULL, url TEXT NOT NULL, username TEXT, created_at INTEGER NOT NULL
);
CREATE INDEX web_profiles_by_user ON web_profiles (user_id);
CREATE TABLE connections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  service TEXT NOT NULL, display_name TEXT NOT NULL, created_at INTEGER NOT NULL
);
CREATE INDEX connections_by_user ON connections (user_id);

CREATE TABLE limits (
  name TEXT NOT NULL, holder TEXT NOT NULL, opened_at INTEGER NOT NULL, used INTEGER NOT NULL,
  PRIMARY KEY (name, holder)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE tracks_fts USING fts5(title, artist, genre, tags, description,
  content='', contentless_delete=1, ${TOKENIZER}, prefix='2 3');
CREATE VIRTUAL TABLE users_fts USING fts5(name, about, content='', contentless_delete=1,
  ${TOKENIZER});
CREATE VIRTUAL TABLE playlists_fts USING fts5(title, artist, tags, content='', contentless_delete=1,
  ${TOKENIZER});
CREATE TRIGGER track_left_index AFTER DELETE ON tracks BEGIN DELETE FROM tracks_fts WHERE rowid = OLD.id; END;
CREATE TRIGGER user_left_index AFTER DELETE ON users BEGIN DELETE FROM users_fts WHERE rowid = OLD.id; END;
CREATE TRIGGER playlist_left_index AFTER DELETE ON playlists BEGIN DELETE FROM playlists_fts WHERE rowid = OLD.id; END;
`;

function reaction(table: string, kind: "track" | "playlist", onResource: string, onUser: string): string {
  const count = (row: "NEW" | "OLD", by: "+ 1" | "- 1") => `
    UPDATE ${kind}s SET ${onResource} = ${onResource} ${by} WHERE id = ${row}.${kind}_id;
    UPDATE users SET ${onUser} = ${onUser} ${by} WHERE id = ${row}.user_id;`;
  return `
CREATE TABLE ${table} (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  ${kind}_id INTEGER NOT NULL REFERENCES ${kind}s(id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, ${kind}_id)
);
CREATE INDEX ${table}_by_user ON ${table} (user_id, seq);
CREATE INDEX ${table}_by_${kind} ON ${table} (${kind}_id, seq);
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN ${count("NEW", "+ 1")} END;
CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN ${count("OLD", "- 1")} END;
`;
}

function repostActivity(kind: "track" | "playlist"): string {
  return `
CREATE TRIGGER ${kind}_repost_told AFTER INSERT ON ${kind}_reposts BEGIN
  INSERT INTO activities (type, user_id, ${kind}_id, created_at)
  VALUES ('${kind}:repost', NEW.user_id, NEW.${kind}_id, NEW.created_at);
END;
CREATE TRIGGER ${kind}_repost_untold AFTER DELETE ON ${kind}_reposts BEGIN
  DELETE FROM activities
  WHERE type = '${kind}:repost' AND user_id = OLD.user_id AND ${kind}_id = OLD.${kind}_id;
END;
`;
}

/** A user's publications are counted by sharing, and public ones added to the followers' feed. */
function publication(kind: "track" | "playlist", shown: string, hidden: string): string {
  const count = (row: "NEW" | "OLD", by: "+" | "-") => `
    UPDATE users SET ${shown} = ${shown} ${by} (${row}.sharing = 'public'),
      ${hidden} = ${hidden} ${by} (${row}.sharing = 'private') WHERE id = ${row}.user_id;`;
  const tell = `
    INSERT INTO activities (type, user_id, ${kind}_id, created_at)
    SELECT '${kind}', NEW.user_id, NEW.id, NEW.last_modified WHERE NEW.sharing = 'public';`;
  return `
CREATE INDEX ${kind}s_by_user ON ${kind}s (user_id, id);
CREATE TRIGGER ${kind}_added AFTER INSERT ON ${kind}s BEGIN ${count("NEW", "+")} ${tell} END;
CREATE TRIGGER ${kind}_removed AFTER DELETE ON ${kind}s BEGIN ${count("OLD", "-")} END;
CREATE TRIGGER ${kind}_shared AFTER UPDATE OF sharing ON ${kind}s WHEN OLD.sharing <> NEW.sharing BEGIN
  ${count("OLD", "-")} ${count("NEW", "+")}
  DELETE FROM activities WHERE type = '${kind}' AND ${kind}_id = NEW.id; ${tell}
END;
`;
}

/** Returns the triggers that count the rows of parents: `+ 1` on insert, `- 1` on delete. */
function counted(table: string, parents: readonly (readonly [string, string, string])[]): string {
  const update = (row: "NEW" | "OLD", by: "+ 1" | "- 1") =>
    parents.map(([parent, column, key]) => `UPDATE ${parent} SET ${column} = ${column} ${by} WHERE id = ${row}.${key};`)
      .join(" ");
  return `
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN ${update("NEW", "+ 1")} END;
CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN ${update("OLD", "- 1")} END;
`;
}

export const RESOURCE_SCHEMA: string = [
  RESOURCES,
  reaction("track_likes", "track", "favoritings_count", "public_favorites_count"),
  reaction("playlist_likes", "playlist", "likes_count", "playlist_likes_count"),
  reaction("track_reposts", "track", "reposts_count", "reposts_count"),
  reaction("playlist_reposts", "playlist", "reposts_count", "reposts_count"),
  repostActivity("track"),
  repostActivity("playlist"),
  publication("track", "track_count", "private_tracks_count"),
  publication("playlist", "playlist_count", "private_playlists_count"),
  counted("comments", [["tracks", "comment_count", "track_id"]]),
  counted("follows", [["users", "followings_count", "user_id"], ["users", "followers_count", "target_id"]]),
  counted("playlist_tracks", [["playlists", "track_count", "playlist_id"]]),
  `CREATE TRIGGER play_added AFTER INSERT ON plays BEGIN
    UPDATE tracks SET playback_count = playback_count + 1 WHERE id = NEW.track_id;
  END;`,
].join("\n");

/**
 * Indexes for the filters of searches, so that a search doesn't read a million tracks. The index by time also contains
 * the columns of the other filters; the index by genre has the order of related tracks.
 */
export const SEARCH_SCHEMA = `
DROP INDEX tracks_by_time;
DROP INDEX tracks_by_genre;
CREATE INDEX tracks_by_time ON tracks (created_at, duration, bpm, sharing);
CREATE INDEX tracks_by_duration ON tracks (duration);
CREATE INDEX tracks_by_bpm ON tracks (bpm) WHERE bpm IS NOT NULL;
CREATE INDEX tracks_by_genre ON tracks (genre COLLATE NOCASE, playback_count DESC);
`;
