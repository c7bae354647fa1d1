/**
 * Syncs a playlist with a text file: one track per line, as a URL, a URN or a number. Empty lines and lines that start
 * with `#` are ignored.
 *
 * `deno task sandbox:exec --user 1 -- deno task run examples/playlist_sync.ts tracks.txt "Evening"`
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { type ServiceClient, toUrn } from "@tonearm/client";
import { connect } from "./connect.ts";

/** Returns the URN of the track on a line. */
async function urnOf(client: ServiceClient, line: string): Promise<string> {
  if (!line.startsWith("http")) return toUrn("tracks", line);
  const found = await client.resolve.resolveUrl(line);
  if (found.kind !== "track") throw new Error(`${line} is a ${found.kind}`);
  return found.urn;
}

/** Returns the user's playlist with the title, and creates it if there is none. */
async function playlistCalled(client: ServiceClient, title: string): Promise<string> {
  const own = client.paginateItems(client.me.getPlaylists(200, { showTracks: false }));
  for await (const playlist of own) if (playlist.title === title) return playlist.urn;
  return (await client.playlists.create({ title, sharing: "private" })).urn;
}

const [file, title] = process.argv.slice(2);
if (file === undefined || title === undefined) throw new Error("Name the file and the playlist");

const client = await connect();
const lines = (await readFile(file, "utf8")).split("\n").map((line) => line.trim());
const wanted: string[] = [];
for (const line of lines) if (line !== "" && !line.startsWith("#")) wanted.push(await urnOf(client, line));

const playlist = await playlistCalled(client, title);
const present = (await client.fetchAll(client.playlists.getTracks(playlist, 200))).map(({ urn }) => urn);
if (present.join() === wanted.join()) console.log(`${title}: as it should be`);
else {
  const { track_count } = await client.playlists.update(playlist, { tracks: wanted.map((urn) => ({ urn })) });
  const added = wanted.filter((urn) => !present.includes(urn)).length;
  const removed = present.filter((urn) => !wanted.includes(urn)).length;
  console.log(`${title}: ${added} added, ${removed} removed, ${track_count} in all`);
}
