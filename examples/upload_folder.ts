/**
 * Uploads the audio files of a folder, titled by filename. Existing tracks are skipped, so a second run continues
 * where the first one stopped.
 *
 * `deno task sandbox:exec --user 1 -- deno task run examples/upload_folder.ts folder`
 *
 * @module
 */
import { openAsBlob } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";
import process from "node:process";
import { ServiceError } from "@tonearm/client";
import { connect } from "./connect.ts";

const SOUND = /\.(wav|aiff?|flac|mp3|m4a|ogg)$/i;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder");

const client = await connect();
const there = new Set((await client.fetchAll(client.me.getTracks(200))).map(({ title }) => title));
let failures = 0;

for (const name of (await readdir(folder)).filter((name) => SOUND.test(name)).sort()) {
  const title = parse(name).name;
  if (there.has(title)) {
    console.log(`${name}: is there`);
    continue;
  }
  try {
    const file = await openAsBlob(join(folder, name));
    const { urn } = await client.tracks.upload({ title, asset_data: file, filename: name, sharing: "private" });
    const { duration } = await client.tracks.waitUntilReady(urn);
    console.log(`${name}: ${urn}, ${duration} ms`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    failures++;
    console.log(`${name}: ${error.errors[0] ?? error.message}`);
  }
}
process.exitCode = failures > 0 ? 1 : 0;
