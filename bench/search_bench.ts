/**
 * How long a search takes in a catalogue of a million tracks, over the sandbox's own routes.
 *
 * @module
 */
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { ADJECTIVES, NOUNS } from "../sandbox/seed/words.ts";
import { Database } from "../sandbox/store/database.ts";
import { percentile, tell } from "./figure.ts";

const TRACKS = 1_000_000;
const SEARCHES = 400;

/** Fills the catalogue in SQL: each title has two of the catalogue's words and one of its own, one in fifty is lofi. */
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

/** In turn: one word, two, a beginning, lofi, a genre, lofi of a genre, a word of a single track, everything. */
function query(n: number): string {
  const [first, second = ""] = [ADJECTIVES[n % 30], NOUNS[(n * 7) % 30]];
  const forms = [
    `q=${first}`,
    `q=${first}+${second}`,
    `q=${second.slice(0, 3)}`,
    "q=lofi",
    "genres=House",
    "q=lofi&genres=House",
    `q=${(n * 2654435761 % 4294967296).toString(16)}`,
    "limit=50",
  ];
  return forms[n % forms.length] ?? "";
}

async function measure(sandbox: Sandbox): Promise<number[]> {
  const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
  const times: number[] = [];
  for (let n = 0; n < SEARCHES; n++) {
    const start = performance.now();
    const reply = await sandbox.fetch(`https://api.sandbox.test/tracks?${query(n)}`, { headers });
    await reply.arrayBuffer();
    if (n >= 40) times.push(performance.now() - start);
  }
  return times;
}

const folder = Deno.makeTempDirSync();
try {
  const path = `${folder}/state.db`;
  createSandbox({ path }).close();
  fill(path);
  using sandbox = createSandbox({ path });
  const value = percentile(await measure(sandbox), 95);
  tell({ name: "a search of 1,000,000 tracks, 95 of 100", value, unit: "ms", bound: 50, good: "below" });
} finally {
  Deno.removeSync(folder, { recursive: true });
}
