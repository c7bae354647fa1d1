/**
 * Writes all tracks of a user as CSV: `https://soundcloud.com/night-ferry`, a URN or a number names the user.
 *
 * `deno task sandbox:exec -- deno task run examples/batch_export.ts https://soundcloud.com/night-ferry > tracks.csv`
 *
 * @module
 */
import process from "node:process";
import { parseTimestamp, type ServiceClient, type ServiceTrack } from "@tonearm/client";
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

/** A line of CSV; a text that a spreadsheet would take for a formula is kept a text. */
function line(values: readonly unknown[]): string {
  const cells = values.map((value) => String(value ?? "").replace(/^(?=[=+@-])/, "'"));
  return cells.map((cell) => /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell).join(",");
}

async function userOf(client: ServiceClient, name: string): Promise<string> {
  if (!name.startsWith("http")) return name;
  const found = await client.resolve.resolveUrl(name);
  if (found.kind !== "user") throw new Error(`${name} is a ${found.kind}`);
  return found.urn;
}

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error("Name the user");

const client = await connect();
const user = await userOf(client, name);
const tracks = client.users.getTracks(user, 200, { access: ["playable", "preview", "blocked"] });
console.log(line(Object.keys(COLUMNS)));
for await (const track of client.paginateItems(tracks, { prefetch: true })) {
  console.log(line(Object.values(COLUMNS).map((read) => read(track))));
}
