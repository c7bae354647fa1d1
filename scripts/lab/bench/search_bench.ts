// Search times in a catalogue of a million tracks, over the sandbox's routes.
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { ADJECTIVES, NOUNS } from "../../../sandbox/seed/words.ts";
import { Database } from "../../../sandbox/store/database.ts";
import { median, percentile, reportFigure } from "./figure.ts";

const TRACKS = 1_000_000;
const ROUNDS = 45;
/** The first twenty replies of an operation are checked against the document, which takes longer than the search. */
const CHECKED = 20;

/** Fills the catalogue in SQL: each title has two of the catalogue's words and a unique one; one in fifty is lofi. */
function fill(path: string): void {
  using db = new Database(path);
  for (const [table, list] of [["first", ADJECTIVES], ["second", NOUNS]] as const) {
    db.exec(`CREATE TEMP TABLE ${table} (i INTEGER PRIMARY KEY, word TEXT)`);
    db.run(`INSERT INTO ${table} SELECT key, value FROM json_each(?)`, JSON.stringify(list));
  }
  db.exec(`
    PRAGMA cache_size = -200000;
    PRAGMA synchronous = OFF;
    DROP TRIGGER track_added;
    WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${TRACKS - 1})
    INSERT INTO tracks (user_id, permalink, title, genre, duration, created_at, last_modified, secret_token)
    SELECT 1 + n % 20, 'many-' || n, first.word || ' ' || second.word || ' ' || printf('%x', n * 2654435761 % 4294967296)
        || iif(n % 50 = 0, ' lofi', ''), iif(n % 3 = 0, 'House', 'Ambient'), 30000, n * 1000, 0, 's-'
      FROM numbers CROSS JOIN first ON first.i = n * 7 % 30 CROSS JOIN second ON second.i = n / 30 * 11 % 30;
    INSERT INTO tracks_fts (rowid, title, artist, genre, tags, description)
    SELECT id, title, '', genre, '', '' FROM tracks WHERE permalink LIKE 'many-%'`);
}

/** Returns each kind of search, with other words each round. */
function searches(n: number): Record<string, string> {
  const [first, second = ""] = [ADJECTIVES[n % 30], NOUNS[(n * 7) % 30]];
  const day = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);
  return {
    "everything": "tracks?limit=50",
    "a word": `tracks?q=${first}`,
    "two words": `tracks?q=${first}+${second}`,
    "a beginning": `tracks?q=${second.slice(0, 3)}`,
    "a word of 20,000 tracks": "tracks?q=lofi",
    "a word of 333,333 tracks": "tracks?q=house",
    "a word of one track": `tracks?q=${(n * 2654435761 % 4294967296).toString(16)}`,
    "no such word": `tracks?q=zz${n}zz`,
    "a genre": "tracks?genres=House",
    "a word in a genre": "tracks?q=lofi&genres=House",
    "tags": "tracks?tags=chill",
    "tempo": `tracks?bpm[from]=${80 + n}&bpm[to]=${100 + n}`,
    "duration": `tracks?duration[from]=${30_000 + n}`,
    "a word, by duration": `tracks?q=house&duration[from]=${90_000 + n}`,
    "a word, lately": `tracks?q=house&created_at[from]=${day(9 + n % 2)} 00:00:00`,
    "a word, on a day": `tracks?q=lofi&created_at[from]=${day(n % 9)} 00:00:00&created_at[to]=${
      day(1 + n % 9)
    } 00:00:00`,
    "the thousandth result": "tracks?q=lofi&offset=950",
    "related": `tracks/${5000 + n}/related`,
    "users": `users?q=${"abcdefg"[n % 7]}`,
    "playlists": `playlists?q=${second}`,
  };
}

/** Measures the times of each kind. */
async function measure(sandbox: Sandbox): Promise<Map<string, number[]>> {
  const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
  const times = new Map<string, number[]>();
  for (let n = 0; n < ROUNDS; n++) {
    for (const [kind, path] of Object.entries(searches(n))) {
      const start = performance.now();
      const reply = await sandbox.fetch(`https://api.sandbox.test/${path}`, { headers });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text}`);
      if (n >= CHECKED) times.set(kind, [...times.get(kind) ?? [], performance.now() - start]);
    }
  }
  return times;
}

const folder = Deno.makeTempDirSync();
try {
  const path = `${folder}/state.db`;
  createSandbox({ path }).close();
  fill(path);
  using sandbox = createSandbox({ path });
  const times = await measure(sandbox);
  const name = "a search of 1,000,000 tracks";
  const all = [...times.values()].flat();
  reportFigure(`${name}, 95th percentile`, percentile(all, 95), "ms", { max: 50 });
  const [slowest = ""] = [...times.keys()].sort((a, b) => median(times.get(b) ?? []) - median(times.get(a) ?? []));
  const value = median(times.get(slowest) ?? []);
  reportFigure(`${name}, the slowest kind (${slowest})`, value, "ms", { max: 50 });
} finally {
  Deno.removeSync(folder, { recursive: true });
}
