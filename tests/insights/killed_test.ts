/** A recorder that is killed at random points: no reading twice, none half, none lost that was acknowledged. */
import { assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import process from "node:process";
import { seededRandom } from "../support/watch/watched.ts";

const KILLS = Number(process.env["INSIGHTS_KILLS"] ?? 12);

Deno.test(`record(): ${KILLS} kills at random points leave whole readings`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "insights-"));
  const path = join(folder, "store.sqlite");
  const random = seededRandom(31);
  let acknowledged: number[] = [];
  let seen = 0;
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const done = await recordUntilKilled(path, acknowledged.length * 10 + kill, random() * 400);
      acknowledged = [...acknowledged, ...done];
      using db = new DatabaseSync(path);
      // A kill may come before the tables are there: there are all of them or none.
      if (acknowledged.length === 0 && db.prepare("SELECT 1 FROM sqlite_master").get() === undefined) continue;
      const times = db.prepare("SELECT at FROM readings ORDER BY at").all().map(({ at }) => Number(at));
      assertEquals(acknowledged.filter((at) => !times.includes(at)), []);
      // In each reading since the last kill, every track has the plays of its time.
      const halves = db.prepare(`SELECT r.at FROM readings r WHERE r.at > ? AND (SELECT COUNT(*) FROM changes c
        JOIN series s ON s.id = c.series WHERE s.metric = 'plays' AND c.at = r.at AND c.level = r.at / 60) <> 300`)
        .all(seen);
      assertEquals(halves, []);
      seen = times.at(-1) ?? 0;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Runs a recorder until it is killed; returns the readings that it acknowledged. */
async function recordUntilKilled(path: string, from: number, afterMs: number): Promise<number[]> {
  const program = fileURLToPath(new URL("./recorder.ts", import.meta.url));
  const config = process.env["TONEARM_DENO_CONFIG"] ?? "deno.json";
  const args = ["run", "-q", "-A", "--no-check", "--config", config, program, path, String(from)];
  // SQLite's temporary files of a killed process stay.
  const env = { SQLITE_TMPDIR: dirname(path) };
  const child = new Deno.Command(Deno.execPath(), { args, env, stdout: "piped", stderr: "inherit" }).spawn();
  let text = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    timer ??= setTimeout(() => child.kill("SIGKILL"), afterMs);
    text += chunk;
  }
  await child.status;
  clearTimeout(timer);
  return text.split("\n").slice(0, -1).map(Number).filter((at) => at > 0);
}
