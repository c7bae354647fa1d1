/**
 * `tonearm upload`
 *
 * @module
 */

import { resolve } from "node:path";
import { formatTagList, type ServiceClient } from "@tonearm/client";
import { choice, type Command, command, decimal, flag, several, text, type Values } from "../command.ts";
import type { Context } from "../context.ts";
import { usage } from "../errors.ts";
import { finishBatch, forEach } from "../ids.ts";
import { Journal } from "../upload/journal.ts";
import { MANIFEST_FIELDS, readManifest, type UploadEntry } from "../upload/manifest.ts";
import { address } from "../output/format.ts";
import { show, showAll } from "../output/result.ts";
import { clean } from "../output/text.ts";
import { checkFile, checkUser, titleOf, uploadFile } from "../upload/uploading.ts";

const OPTIONS = {
  manifest: text("Upload the files that a JSON or CSV file names", "file"),
  title: text("The title (default: the file's name)", "title"),
  description: text("What it is about", "text"),
  genre: text("The genre", "genre"),
  tag: several("A tag", "tag"),
  sharing: choice("Who may hear it", "sharing", ["public", "private"]),
  artwork: text("A picture: PNG, JPEG or GIF", "file"),
  dryRun: flag("Say what would be sent; send nothing"),
  wait: flag("Wait until the tracks can be heard"),
  waitFor: decimal("Give up waiting after so many seconds", "seconds", { min: 1, max: 86_400, fallback: 600 }),
};

/** Uploads tracks. */
export const upload: Command = command({
  words: "[file...]",
  details: "A manifest is an array of objects, or CSV with a first line of names; its paths are relative to itself.\n" +
    `Fields: ${MANIFEST_FIELDS.join(", ")}.\n` +
    "What was uploaded is noted beside the manifest, so that an interrupted batch goes on where it stopped.",
  options: OPTIONS,
  fields: ["file", "status", "urn", "title", "url"],
  examples: [
    ["Upload a track for yourself alone", "tonearm upload night.flac --genre Ambient --tag rain --sharing private"],
    ["Upload a batch; the same line again goes on with what is missing", "tonearm upload --manifest album.csv"],
  ],
  async run(context, options, words) {
    const entries = await entriesOf(options, words);
    const journal = options.manifest === undefined || options.dryRun ? undefined : await Journal.open(options.manifest);
    const files = entries.map(({ file }) => file);
    const client = options.dryRun ? undefined : await uploader(context);
    const known = new Set<string>();
    const batch = await forEach(context, files, async (file) => {
      const entry = entries.find((one) => one.file === file);
      if (!entry) throw new TypeError("the entry of a file is gone");
      const result = await (client ? send(context, client, entry, journal, known) : plan(entry));
      if (result.urn !== null) known.add(result.urn);
      if (!context.json) await context.print(line(result));
      return result;
    });
    if (context.json) await showResults(context, batch.results, options.manifest === undefined && words.length === 1);
    if (client && options.wait) await waitForAll(context, client, batch.results, options.waitFor);
    await finishBatch(context, batch);
  },
});

/** What became of a file. */
interface Result {
  readonly file: string;
  readonly status: "uploaded" | "already there" | "would be sent";
  readonly urn: string | null;
  readonly title: string;
  readonly url: string | null;
}

async function entriesOf(options: Values<typeof OPTIONS>, words: readonly string[]): Promise<UploadEntry[]> {
  const { manifest, title, tag, artwork, description, genre, sharing } = options;
  if ((manifest === undefined) === (words.length === 0)) throw usage("Name files, or a --manifest: one of them");
  if (title !== undefined && (manifest !== undefined || words.length > 1)) {
    throw usage("--title is for a single file", "In a manifest each file has its own title.");
  }
  const tag_list = tag.length > 0 ? formatTagList(tag) : undefined;
  const common = Object.entries({ description, genre, sharing, tag_list }).filter(([, value]) => value !== undefined);
  const entries = manifest === undefined
    ? [...new Set(words.map((word) => resolve(word)))].map((file) => ({ file, fields: {} }))
    : await readManifest(manifest);
  const own = {
    ...(title === undefined ? {} : { title }),
    ...(artwork === undefined ? {} : { artwork: resolve(artwork) }),
  };
  return entries.map((entry) => ({ ...own, ...entry, fields: { ...Object.fromEntries(common), ...entry.fields } }));
}

async function uploader(context: Context): Promise<ServiceClient> {
  const { client } = await context.connectAsUser();
  await checkUser(client, context.host.signal);
  return client;
}

async function plan(entry: UploadEntry): Promise<Result> {
  await checkFile(entry);
  return { file: entry.file, status: "would be sent", urn: null, title: titleOf(entry), url: null };
}

async function send(
  context: Context,
  client: ServiceClient,
  entry: UploadEntry,
  journal: Journal | undefined,
  known: ReadonlySet<string>,
): Promise<Result> {
  const state = await checkFile(entry);
  const sent = journal?.urnOf(state);
  if (sent !== undefined) {
    return { file: entry.file, status: "already there", urn: sent, title: titleOf(entry), url: null };
  }
  const { urn, title, permalink_url: url } = await uploadFile(context, client, entry, state, known);
  await journal?.add(state, urn);
  return { file: entry.file, status: "uploaded", urn, title, url: address(url) };
}

async function waitForAll(
  context: Context,
  client: ServiceClient,
  results: readonly Result[],
  seconds: number,
): Promise<void> {
  for (const { urn } of results) {
    if (urn === null) continue;
    await client.tracks.waitUntilReady(urn, { signal: context.host.signal, timeoutMs: seconds * 1000, pollMs: 1000 });
    await context.note(`${urn} can be heard`);
  }
}

function line({ status, file, title, urn, url }: Result): string {
  return `${[status, file, title, urn ?? "", url ?? ""].map(clean).join("\t").trimEnd()}\n`;
}

async function showResults(context: Context, results: readonly Result[], isSingle: boolean): Promise<void> {
  const [only] = results;
  if (isSingle && only) await show(context, only, () => "");
  else await showAll(context, results, () => "");
}
