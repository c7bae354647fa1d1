import { seededRandom } from "../watch/watched.ts";
import { Catalogue } from "./catalogue.ts";

/** Records 60 days until 19 November 2026 into a file; two days are missing. */
export async function twoMonths(path: string, tracks: number = 12): Promise<void> {
  const random = seededRandom(8);
  const catalogue = new Catalogue(Array.from({ length: tracks }, (_, n) => 400 * n), path);
  catalogue.now = Date.parse("2026-09-20T00:00:00Z") / 1000;
  const options = { service: "sandbox" };
  await catalogue.after(0, options);
  for (let reading = 0; reading < 240; reading++) {
    if (reading % 50 === 30) {
      catalogue.publish(0).title = `Release ${reading} <b>& "more"</b>`;
      catalogue.tracks.at(-1)!.created_at = new Date(catalogue.now * 1000 + 1000).toISOString();
    }
    for (const [n, track] of catalogue.tracks.entries()) track.playback_count! += Math.floor(random() * (10 + n));
    catalogue.followers += random() < 0.3 ? 1 : 0;
    if (reading > 150 && reading < 161) catalogue.now += 21_600;
    else await catalogue.after(6, options);
  }
  catalogue.db.close();
}
