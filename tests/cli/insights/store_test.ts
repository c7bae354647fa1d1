import { assertEquals, assertMatch } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ProfileStore } from "../../../cli/auth/config.ts";
import type { Context } from "../../../cli/context.ts";
import { serviceName } from "../../../cli/insights/store.ts";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";
import { Catalogue } from "../../support/insights/catalogue.ts";

/** A broken situation: how it comes about after two readings, and the sentence that tells of it. */
interface Broken {
  /** Statements for the store. */
  readonly sql?: string;
  /** What happens to the file. */
  readonly file?: (path: string) => void;
  /** What the service does from then on. */
  readonly service?: (catalogue: Catalogue) => void;
  /** Hours until the reading that follows. Default 6. */
  readonly hours?: number;
  /** The command. Default: `record`, then a query. */
  readonly argv?: readonly string[];
  /** Whether it is refused. Default: it is told, and recorded. */
  readonly isRefused?: true;
  readonly says: RegExp;
}

const TRACK = "soundcloud:tracks:1";
const json = (body: unknown, status = 200) => () => Response.json(body, { status });

const SITUATIONS: Readonly<Record<string, Broken>> = {
  "no store": {
    ...{ argv: ["--store", "NOWHERE/insights.sqlite"], isRefused: true },
    says: /There are no insights yet:\s+\S+\/nowhere\/insights.sqlite doesn't exist\s+.*tonearm insights record/,
  },
  "a URL that is none": {
    ...{ argv: ["--store", "postgres://a b"], isRefused: true },
    says: /error: --store is no valid URL\s+For example: postgres:/,
  },
  "a URL of the longer scheme that is none": {
    ...{ argv: ["--store", "postgresql://a b"], isRefused: true },
    says: /error: --store is no valid URL\s+For example: postgres:/,
  },
  "a store without readings": {
    ...{ sql: "DELETE FROM sources; DELETE FROM readings", argv: [], isRefused: true },
    says: /The store has no readings of 127.0.0.1:\d+\s+.*tonearm insights record/,
  },
  "a newer version": {
    ...{ sql: "UPDATE tonearm_insights SET version = 7", isRefused: true },
    says: /it has version 7, and this program knows 1\s+.*tonearm upgrade/,
  },
  "a newer version, in a query": {
    ...{ sql: "UPDATE tonearm_insights SET version = 7", argv: [], isRefused: true },
    says: /it has version 7, and this program knows 1/,
  },
  "tables of another program": {
    ...{ sql: "DROP TABLE tonearm_insights", isRefused: true },
    says: /its tables are of another program\s+.*--store/,
  },
  "a file of another kind": {
    file: (path) => writeFileSync(path, "a text that is no database, and long enough to have a header ".repeat(20)),
    ...{ isRefused: true, says: /the file is damaged, or is no SQLite database\s+\(.*\)\n?.*backup/s },
  },
  "a file that was cut off": {
    file: (path) => truncateSync(path, 9000),
    ...{ isRefused: true, says: /the file is damaged/ },
  },
  "a folder in place of the file": {
    ...{ argv: ["record", "--store", "/"], isRefused: true, says: /[Cc]an(?:not|'t) (?:be )?open/ },
  },
  "a server that can't be reached": {
    ...{ argv: ["record", "--store", "postgres://ann:secret@127.0.0.1:1/x"], isRefused: true },
    says: /the server can't be reached \(postgres:\/\/(?!.*secret)/,
  },
  "a list that the service leaves out": {
    service: (catalogue) => {
      catalogue.intercept = (path) => /tracks/.test(path) ? json({ collection: [], next_href: null })() : undefined;
    },
    ...{ isRefused: true, says: /SoundCloud lists 0 tracks, but the profile counts 3: nothing was recorded/ },
  },
  "a service that is down": {
    service: (catalogue) => catalogue.intercept = json({ errors: [] }, 503),
    ...{ isRefused: true, says: /503|not available|unavailable/i },
  },
  "a token that is no longer valid": {
    service: (catalogue) => catalogue.intercept = json({ errors: [] }, 401),
    ...{ isRefused: true, says: /401|sign|token/i },
  },
  "a clock an hour off": {
    service: (catalogue) => catalogue.now = Math.floor(Date.now() / 1000) - 3600,
    ...{ hours: 0, says: /The clock of this machine is 60 min ahead of SoundCloud's, whose time is recorded/ },
  },
  "a reading that comes too early": {
    hours: 0,
    says: /Ann: skipped, because there is a reading of this minute already/,
  },
  "a count that falls": {
    service: ({ tracks }) => tracks[0]!.playback_count = 3,
    says: /Song 1: plays fell from 500 to 3, which is not counted/,
  },
  "counts that are hidden": {
    service: ({ tracks }) => tracks[0]!.playback_count = null,
    says: /Song 1: the counts are hidden now/,
  },
  "a track that is gone": { service: ({ tracks }) => tracks.shift(), says: /Song 1 is gone/ },
  "a track that comes back": {
    sql: `UPDATE things SET state = 'gone' WHERE urn = '${TRACK}'`,
    says: /Song 1 is back/,
  },
  "a track that is private now": {
    service: ({ tracks }) => tracks[0]!.sharing = "private",
    says: /Song 1 is private now/,
  },
  "a track that has another name": { service: ({ tracks }) => tracks[0]!.title = "X", says: /Song 1 is called X now/ },
  "a gap of days": { hours: 96, says: /3 days are missing .*: values marked with ~ are estimates between readings/ },
};

/** The counts of a store, by their key. */
function countsIn(path: string): string[] {
  using db = new DatabaseSync(path, { readOnly: true });
  return db.prepare("SELECT series || ' ' || at || ' ' || level AS row FROM changes ORDER BY series, at").all()
    .map(({ row }) => String(row));
}

for (const [name, { sql, file, service, hours = 6, argv, isRefused, says }] of Object.entries(SITUATIONS)) {
  Deno.test(`tonearm insights: ${name} is told in a sentence, and nothing is overwritten`, async () => {
    await using folder = await emptyHome();
    const path = join(folder.directory, "store.sqlite");
    const catalogue = new Catalogue([500, 20, 3], path);
    await using server = stubServer((request) => catalogue.answer(new URL(request.url)));
    const options = { service: new URL(server.url).host };
    catalogue.now = Math.floor(Date.now() / 1000) - 200 * 3600;
    await catalogue.after(0, options);
    catalogue.tracks[1]!.playback_count = 25;
    await catalogue.after(6, options);
    if (sql) catalogue.db.exec(sql);
    catalogue.db.close();
    file?.(path);
    service?.(catalogue);
    catalogue.now += hours * 3600;
    const before = { bytes: readFileSync(path).subarray(100), counts: file ? [] : countsIn(path) };
    await using home = await emptyHome({ TONEARM_API_URL: server.url, TONEARM_TOKEN: "t", TONEARM_INSIGHTS: path });
    const run = async (...words: string[]) => {
      const { code, stdout, stderr } = await home.run(["insights", ...words, "--no-color"], { columns: 100 });
      return { code, text: stdout + stderr };
    };
    const nowhere = join(folder.directory, "nowhere");
    const first = await run(...(argv ?? ["record"]).map((word) => word.replace("NOWHERE", nowhere)));
    const said = first.text + (isRefused ? "" : (await run("--zone", "UTC")).text);
    assertMatch(said, says);
    assertEquals({ name, isRefused: first.code !== 0 }, { name, isRefused: isRefused ?? false });
    // The pages of a reading that was refused are kept for the next run.
    if (isRefused && !service) assertEquals(readFileSync(path).subarray(100).equals(before.bytes), true);
    else assertEquals(countsIn(path).filter((row) => before.counts.includes(row)), before.counts);
    assertEquals(existsSync(nowhere), false);
  });
}

Deno.test("serviceName() is the host of TONEARM_API_URL, also without credentials", async () => {
  const nameOf = (env: Record<string, string>) =>
    serviceName({ env, settings: {}, profiles: new ProfileStore("/none"), sandboxed: false } as unknown as Context);
  assertEquals(await nameOf({ TONEARM_API_URL: "https://own.example/v1" }), "own.example");
  assertEquals(await nameOf({}), "api.soundcloud.com");
});
