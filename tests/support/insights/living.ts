import { DatabaseSync } from "node:sqlite";
import { ServiceClient } from "@tonearm/client";
import { type QueryOptions, record, type Recording, SqliteInsightsStore } from "@tonearm/client/insights";
import { createSandbox, type DayOfActivity, type Sandbox } from "@tonearm/sandbox";

/** The size of a world. */
export interface WorldSize {
  readonly tracks: number;
  readonly days: number;
  readonly readingsPerDay: number;
  readonly playsPerDay: number;
  /** The file of the store. Default: in memory. */
  readonly path?: string;
}

const START = Date.parse("2026-01-01T00:00:00Z");
const DAY_MS = 86_400_000;

/** What listeners did until a reading. */
export type Sums = Omit<DayOfActivity, "date">;

/** A world, its store and its truth. */
export interface LivingYear extends AsyncDisposable {
  readonly store: SqliteInsightsStore;
  readonly db: DatabaseSync;
  readonly sandbox: Sandbox;
  /** Moves the clock and records; yields what was recorded with the sums of what happened until then. */
  readings(): AsyncGenerator<{ reading: Recording; truth: Sums }, void, undefined>;
  /** The sums of the store at a reading. */
  levels(reading: Recording): Sums;
  /** The options of a query of the first days. */
  asked(days: number): QueryOptions;
}

const NAMES = ["plays", "likes", "reposts", "comments", "follows"] as const;

function sumsOf(value: (name: keyof Sums) => number): Sums {
  return Object.fromEntries(NAMES.map((name) => [name, value(name)])) as unknown as Sums;
}

function levelsAt(db: DatabaseSync, at: number): Sums {
  const statement = db.prepare("SELECT total FROM growth WHERE kind = ? AND metric = ? AND at = ?");
  return sumsOf((name) =>
    Number((name === "follows" ? statement.get("user", "followers", at) : statement.get("track", name, at))?.total)
  );
}

async function* readings(
  sandbox: Sandbox,
  store: SqliteInsightsStore,
  count: number,
  everyMs: number,
): AsyncGenerator<{ reading: Recording; truth: Sums }, void, undefined> {
  const client = new ServiceClient(sandbox.clientConfig);
  let truth = sumsOf(() => 0);
  for (let number = 0; number <= count; number++) {
    const now = START + number * everyMs;
    sandbox.clock.freeze(now);
    client.setToken(sandbox.issueTokens("ann").access_token);
    const [reading] = await record(client, store);
    const since = number === 0 ? [] : await sandbox.control.activity({ from: now - everyMs, to: now });
    const known = truth;
    truth = sumsOf((name) => since.reduce((total, day) => total + day[name], known[name]));
    yield { reading: reading!, truth };
  }
}

/** Creates a world with one artist. */
export function livingYear(
  { tracks, days, readingsPerDay, playsPerDay, path = ":memory:" }: WorldSize,
): Promise<LivingYear> {
  const sandbox = createSandbox({
    empty: true,
    clock: new Date(START).toISOString(),
    activity: { playsPerDay },
    users: [{ permalink: "ann" }],
    tracks: Array.from({ length: tracks }, (_, n) => ({ title: `Song ${n}`, permalink: `song-${n}`, user: "ann" })),
  });
  const db = new DatabaseSync(path);
  const store = new SqliteInsightsStore(db);
  return Promise.resolve({
    ...{ store, db, sandbox },
    readings: () => readings(sandbox, store, days * readingsPerDay, DAY_MS / readingsPerDay),
    levels: ({ at }) => levelsAt(db, at.getTime() / 1000),
    asked: (count) => ({
      ...{ zone: "UTC", from: "2026-01-01", now: START + count * DAY_MS },
      to: new Date(START + (count - 1) * DAY_MS).toISOString().slice(0, 10),
    }),
    [Symbol.asyncDispose]() {
      db.close();
      sandbox.close();
      return Promise.resolve();
    },
  });
}
