/**
 * Insights of a living world, compared with what its listeners did. `deno task lab insights` does it with a year of 8,000
 * tracks, and holds the figures of size and speed.
 */
import { assert, assertEquals } from "@std/assert";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { query, type QueryOptions, releases, thin } from "@tonearm/client/insights";
import { reportHtml } from "../../cli/insights/report.ts";
import { emptyHome, program, start, stubServer } from "../support/cli/cli.ts";
import { Catalogue } from "../support/insights/catalogue.ts";
import { without } from "../support/programs.ts";
import { type LivingYear, livingYear, type Sums } from "../support/insights/living.ts";

const TRACKS = Number(process.env["INSIGHTS_TRACKS"] ?? 20);
const DAYS = Number(process.env["INSIGHTS_DAYS"] ?? 8);
/** Whether the figures are of the size that they are promised for. */
const IS_YEAR = TRACKS >= 8000 && DAYS >= 365;
const MB = 1e6;

type Figure = readonly [name: string, value: number, most: number];

Deno.test(`record() and query() give the truth of ${TRACKS} tracks over ${DAYS} days, at every reading`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "insights-"));
  const path = join(folder, "store.sqlite");
  try {
    await using year = await livingYear({ tracks: TRACKS, days: DAYS, readingsPerDay: 4, playsPerDay: 20, path });
    const { midnights, figures } = await compareReadings(year);
    await compareDays(year, midnights);
    const own = without("python3") ? [] : [await memoryOf(folder)];
    for (const [name, value, most] of [...figures, ...await figuresOf(year, path), ...own]) {
      // A smaller world has smaller limits, which nobody was promised.
      await t.step(`${name}: ${value} (at most ${most})`, () => assert(!IS_YEAR || value <= most));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function compareReadings(year: LivingYear): Promise<{ midnights: Sums[]; figures: Figure[] }> {
  const midnights: Sums[] = [];
  const most = { requests: 0, ms: 0 };
  let started = process.cpuUsage();
  for await (const { reading, truth } of year.readings()) {
    most.ms = Math.max(most.ms, msSince(started));
    most.requests = Math.max(most.requests, reading.requests);
    assertEquals(year.levels(reading), truth);
    if (reading.at.getUTCHours() === 0) midnights.push(truth);
    started = process.cpuUsage();
  }
  return {
    midnights,
    figures: [
      ["requests of a reading", most.requests, 45],
      ["milliseconds of a reading, with the sandbox's own", most.ms, 15_000],
    ],
  };
}

/** The processor time since then: what else the machine does is not the program's. */
function msSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return Math.round((user + system) / 1000);
}

async function compareDays(year: LivingYear, midnights: readonly Sums[]): Promise<void> {
  const { parts, totals, profile } = await query(year.store, { ...year.asked(DAYS), top: 0 });
  for (const [day, { growth }] of parts.slice(0, DAYS).entries()) {
    const [from, to] = [midnights[day]!, midnights[day + 1]!];
    const { plays, likes, reposts, comments, followers: follows } = growth;
    const came = Object.fromEntries(Object.entries(to).map(([name, sum]) => [name, sum - from[name as keyof Sums]]));
    assertEquals<unknown>({ plays, likes, reposts, comments, follows }, came);
  }
  const last = midnights.at(-1)!;
  assertEquals({ plays: totals.plays?.growth, follows: profile.followers?.growth }, {
    plays: last.plays,
    follows: last.follows,
  });
}

async function figuresOf({ store, db, asked }: LivingYear, path: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const size = () => {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return statSync(path).size / MB;
  };
  figures.push(["MB", size(), 250]);
  const whole = asked(DAYS);
  const { now } = whole;
  const last = { zone: "UTC", now };
  const questions: Readonly<Record<string, QueryOptions>> = {
    "28 days": last,
    "a year by day": whole,
    "a year by month in Berlin": { ...whole, by: "month", zone: "Europe/Berlin" },
    "all tracks": { ...last, top: TRACKS },
    "all tracks in Berlin": { ...last, zone: "Europe/Berlin", top: TRACKS },
    "by likes": { ...last, sort: "likes" },
    "a track": { ...whole, track: 1 },
  };
  for (const [name, question] of Object.entries(questions)) {
    const started = process.cpuUsage();
    await query(store, question);
    figures.push([`milliseconds of ${name}`, msSince(started), 300]);
  }
  const report = reportHtml(await query(store, { ...last, top: TRACKS }), await releases(store), "2027-01-01");
  figures.push(["MB of the report of all tracks", report.length / MB, 2]);
  const total = async () => (await query(store, { ...whole, top: 0 })).totals;
  const before = await total();
  await thin(store, { now });
  await store.compact();
  figures.push(["MB, thinned", size(), 60]);
  assertEquals(await total(), before);
  return figures;
}

/** Starts a program, and prints its largest memory in KiB. */
const MEASURE = `import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)`;

/** The memory of \`tonearm insights record\`, the second time, when it has a reading to compare with. */
async function memoryOf(folder: string): Promise<Figure> {
  const catalogue = new Catalogue(Array.from({ length: TRACKS }, (_, n) => n));
  for (const track of catalogue.tracks) {
    Object.assign(track, { reposts_count: 1, comment_count: 2, download_count: 3, description: "x".repeat(1500) });
  }
  await using server = stubServer((request) => catalogue.answer(new URL(request.url)));
  await using home = await emptyHome({ TONEARM_API_URL: server.url, TONEARM_TOKEN: "t" });
  const record = [...program(), "insights", "record", "--store", join(folder, "memory.sqlite")];
  let mib = 0;
  for (let reading = 0; reading < 2; reading++) {
    const { code, stdout, stderr } = await start(["python3", "-c", MEASURE, ...record], home.env()).outcome;
    assertEquals(code, 0, stderr);
    mib = Math.round(Number(stdout) / 1024);
    catalogue.now += 21_600;
    for (const track of catalogue.tracks) track.playback_count! += 3;
  }
  return ["MiB of recording", mib, 150];
}
