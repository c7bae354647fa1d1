/**
 * Writes your own tracks as CSV.
 *
 * `deno task sandbox:exec --user 1 -- deno task run examples/batch_export.ts > tracks.csv`
 *
 * @module
 */
import { parseTimestamp, type ServiceTrack } from "@tonearm/client";
import { connect } from "./connect.ts";

const COLUMNS: Readonly<Record<string, (track: ServiceTrack) => unknown>> = {
  urn: ({ urn }) => urn,
  title: ({ title }) => title,
  uploaded: ({ created_at }) => parseTimestamp(created_at)?.toISOString(),
  seconds: ({ duration }) => Math.round(duration / 1000),
  plays: ({ playback_count }) => playback_count,
  likes: ({ favoritings_count }) => favoritings_count,
  genre: ({ genre }) => genre,
};

/** Formats a line of CSV. Texts that a spreadsheet would treat as formulas are escaped. */
function line(values: readonly unknown[]): string {
  const cells = values.map((value) => String(value ?? "").replace(/^(?=[=+@-])/, "'"));
  return cells.map((cell) => /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell).join(",");
}

const client = await connect();
console.log(line(Object.keys(COLUMNS)));
for await (const track of client.me.getTracks(200)) {
  console.log(line(Object.values(COLUMNS).map((read) => read(track))));
}
