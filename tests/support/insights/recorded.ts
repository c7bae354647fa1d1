import { seededRandom } from "../watch/watched.ts";
import { Catalogue } from "./catalogue.ts";

/** Records four times a day, with a release on some days, and without the first track in a part of the readings. */
export async function recorded(days: number, seed: number, away = 0): Promise<Catalogue> {
  const random = seededRandom(seed);
  const catalogue = new Catalogue([500, 20, 3]);
  await catalogue.after(0);
  for (let reading = 0; reading < days * 4; reading++) {
    if (random() < 0.01) catalogue.publish(0).created_at = new Date(catalogue.now * 1000 + 60_000).toISOString();
    for (const track of catalogue.tracks) if (random() < 0.7) track.playback_count! += Math.floor(random() * 30);
    const left = random() < away ? catalogue.tracks.splice(0, 1) : [];
    await catalogue.after(6);
    catalogue.tracks.unshift(...left);
  }
  return catalogue;
}

/** The growth of the plays at each reading. */
export function growths(catalogue: Catalogue): unknown[] {
  const sql = "SELECT growth, late, total FROM growth WHERE kind = 'track' AND metric = 'plays' ORDER BY at";
  return catalogue.rows<{ growth: number; late: number; total: number }>(sql)
    .map(({ growth, late, total }) => late ? [growth, total, late] : [growth, total]);
}

/** The events of a store, with what was and what is. */
export function events(catalogue: Catalogue): string[] {
  return catalogue.rows<{ kind: string; title: string; old: string; new: string }>(
    "SELECT e.kind, t.title, e.old, e.new FROM events e JOIN things t ON t.id = e.thing ORDER BY e.id",
  ).map(({ kind, ...row }) => [kind, row.old, row.new].filter((part) => part !== null).join(" "));
}
