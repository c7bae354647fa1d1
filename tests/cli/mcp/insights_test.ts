import { assertEquals, assertMatch } from "@std/assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Catalogue } from "../../support/insights/catalogue.ts";
import { callTool } from "./calls.ts";

/** A store of ten days, of which two are missing, and the tool that tells of it. */
async function recorded() {
  const folder = mkdtempSync(join(tmpdir(), "insights-"));
  const path = join(folder, "store.sqlite");
  const catalogue = new Catalogue([1000, 50], path);
  const options = { service: "api.test" };
  await catalogue.after(0, options);
  for (const hours of [24, 24, 24, 72, 24, 24, 24]) {
    catalogue.tracks[0]!.playback_count! += 2 * hours;
    catalogue.tracks[1]!.playback_count! += hours;
    await catalogue.after(hours, options);
  }
  catalogue.db.close();
  const ask = (given: object, place: string = path) =>
    callTool("get_insights", { zone: "UTC", ...given }, { env: { TONEARM_INSIGHTS: place } });
  return { ask, folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

Deno.test("tonearm mcp: get_insights gives growth, says what is missing, and asks the service nothing", async () => {
  using store = await recorded();
  const { text, sent } = await store.ask({ from: "2026-05-01", to: "2026-05-12", by: "day", top: 1 });
  assertEquals(sent, []);
  const { of, basis, recorded: { missingDays }, totals, parts, tracks, trackCount } = JSON.parse(text);
  assertEquals({ of, missingDays, totals: totals.plays, trackCount }, {
    of: "Ann",
    missingDays: ["2026-05-07", "2026-05-08"],
    totals: { total: 1050 + 3 * 216, growth: 3 * 216, before: null },
    trackCount: 2,
  });
  assertMatch(basis.join("; "), /Recorded from 3 May 2026.*2 days are missing \(7 May, 8 May\)/);
  const plays = parts.map((part: { growth: { plays: number } | null; estimated?: true }) =>
    part.growth === null ? null : `${part.estimated ? "~" : ""}${part.growth.plays}`
  );
  assertEquals(plays, [null, null, "72", "72", "72", "~72", "~72", "~72", "72", "72", "72", null]);
  assertEquals(tracks, [
    { urn: "soundcloud:tracks:1", title: "Song 1", state: "public", total: 1432, growth: 432, before: null },
  ]);
  const { text: alone } = await store.ask({ from: "2026-05-03", to: "2026-05-12", track: "soundcloud:tracks:2" });
  assertEquals(JSON.parse(alone).totals.plays.growth, 216);
});

Deno.test("tonearm mcp: get_insights says what to do without a store, and of a wrong question", async () => {
  using store = await recorded();
  const sentence = async (given: object, place?: string) => {
    const { isError, text } = await store.ask(given, place);
    return `${isError} ${text}`;
  };
  assertMatch(
    await sentence({}, join(store.folder, "none")),
    /^true There are no insights yet.*tonearm insights record/,
  );
  assertMatch(await sentence({ from: "May" }), /^true .*"May" is not a date like 2026-05-03/);
  assertMatch(await sentence({ user: "soundcloud:users:9" }), /^true .*no readings of soundcloud:users:9/);
});
