/**
 * `tonearm upload`
 *
 * @module
 */

import { resolve } from "node:path";
import { formatTagList, type ServiceClient } from "@tonearm/client";
import { type BatchValues, runBatch } from "../batch.ts";
import { act, type AnyCommand, command } from "../command.ts";
import type { Context } from "../context.ts";
import type { GlobalValues } from "../globals.ts";
import { usage } from "../errors.ts";
import { address } from "../output/format.ts";
import { journalPath } from "../host/paths.ts";
import { clean } from "../output/text.ts";
import { Journal } from "../upload/journal.ts";
import { MANIFEST_FIELDS, readManifest, type UploadEntry } from "../upload/manifest.ts";
import { chooseEncoding } from "./encoding.ts";
import { uploaderFor } from "../upload/uploader.ts";
import { checkFile, titleOf, type Uploader, uploadOnce } from "../upload/uploading.ts";

/** Uploads tracks. */
export function upload(): AnyCommand {
  return command({ fields: ["file", "outcome", "urn", "title", "url"] })
    .description(
      "Upload tracks, private unless --public is given\n\n" +
        "A manifest is a list of objects in JSON or YAML, or CSV with a header line; its paths are relative to its\n" +
        "folder.\n" +
        `Fields: ${MANIFEST_FIELDS.join(", ")}.\n` +
        "Files are recognised by their content: repeat the command to upload the missing ones; --again uploads all.",
    )
    .arguments("[file...:path]")
    .option("--manifest <file:path>", "Upload the files listed in a CSV, JSON or YAML file")
    .option("--encoding <name:string>", "The encoding of a manifest that isn't Unicode, such as windows-1252")
    .option("--title <title:string>", "The title (default: the file's name)")
    .option("--description <text:string>", "The description")
    .option("--genre <genre:string>", "The genre")
    .option("--tag <tag:string>", "A tag", { collect: true })
    .option("--public", "Make the tracks public; the default is private", { conflicts: ["sharing"] })
    .option("--sharing <sharing:sharing>", "Who can play tracks, unless the manifest says otherwise (default: private)")
    .option("--artwork <file:path>", "An image: PNG, JPEG or GIF")
    .option("--force", "Also send files that aren't recognised as sound")
    .option("--again", "Also upload files that were uploaded before")
    .option("--dry-run", "Show what would be sent, and send nothing")
    .option("--wait", "Wait until the tracks are ready to play")
    .option("--wait-for <seconds:seconds>", "Seconds to wait for each track", { default: 600 })
    .option("--continue-on-error", "Continue even after an error that affects every item")
    .option("--fail-fast", "Stop at the first failure", { conflicts: ["continue-on-error"] })
    .example(
      "Upload a public track",
      "tonearm upload night.flac --genre Ambient --tag rain --public",
    )
    .example("Upload a batch; repeat it to upload the missing files", "tonearm upload --manifest album.csv")
    .action(act((context, options: Options, ...files: string[]) => uploadAll(context, options, files)));
}

/** The values of the options. */
interface Options extends GlobalValues, BatchValues {
  manifest?: string | undefined;
  encoding?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  genre?: string | undefined;
  tag?: string[] | undefined;
  public?: true | undefined;
  sharing?: "public" | "private" | undefined;
  artwork?: string | undefined;
  again?: true | undefined;
  force?: true | undefined;
  dryRun?: true | undefined;
  wait?: true | undefined;
  waitFor: number;
}

async function uploadAll(context: Context, options: Options, files: readonly string[]): Promise<void> {
  const items = await entriesOf(context, options, files);
  const isSingle = options.manifest === undefined && files.length === 1;
  const shared = { items, isSingle, name: ({ file }: UploadEntry) => file, draw: line };
  const checked = "checked, nothing was sent";
  if (options.dryRun) return void await runBatch(context, { ...shared, take: plan, ending: checked }, options);
  if (!options.continueOnError) { for (const entry of items) await checkFile(entry); }
  const { client, apiUrl } = await context.connectAsUser();
  const account = await client.me.getMe({ signal: context.host.signal });
  const path = journalPath(context.env, apiUrl, account.urn);
  await Journal.with(path, context.host.signal, async (journal) => {
    const uploader = uploaderFor(context, client, account, journal);
    const take = (entry: UploadEntry) => send(uploader, entry, options.again ?? false);
    const results = await runBatch(context, { ...shared, take }, options);
    if (options.wait) await waitForAll(context, client, results, options.waitFor);
  });
}

/** The result of a file. */
interface Result {
  readonly file: string;
  readonly outcome: "uploaded" | "already there" | "would be sent";
  readonly urn: string | null;
  readonly title: string;
  readonly url: string | null;
}

async function entriesOf(context: Context, options: Options, files: readonly string[]): Promise<UploadEntry[]> {
  const { manifest, title, tag, artwork, description, genre, encoding } = options;
  const sharing = options.public ? "public" : options.sharing ?? "private";
  const list = files.find((file) => /\.(csv|json|ya?ml)$/i.test(file));
  if (list !== undefined) {
    throw usage(`${list} is a list, not a sound file`, `Upload the files that it lists with --manifest ${list}`);
  }
  if (manifest === undefined && files.length === 0) {
    throw usage("Missing argument: file...", "Name files, or a list of them with --manifest.");
  }
  if (manifest !== undefined && files.length > 0) throw usage("Give either files or a --manifest");
  if (title !== undefined && (manifest !== undefined || files.length > 1)) {
    throw usage("--title is for a single file", "In a manifest each file has its own title.");
  }
  const tag_list = tag ? formatTagList(tag) : undefined;
  const common = Object.entries({ description, genre, sharing, tag_list }).filter(([, value]) => value !== undefined);
  const entries = manifest === undefined
    ? [...new Set(files.map((file) => resolve(file)))].map((file) => ({ file, fields: {} }))
    : await readManifest(manifest, await chooseEncoding(context, encoding, (one) => readManifest(manifest, one)));
  const own = {
    force: options.force ?? false,
    ...(title === undefined ? {} : { title }),
    ...(artwork === undefined ? {} : { artwork: resolve(artwork) }),
  };
  return entries.map((entry) => ({ ...own, ...entry, fields: { ...Object.fromEntries(common), ...entry.fields } }));
}

async function plan(entry: UploadEntry): Promise<Result> {
  await checkFile(entry);
  return { file: entry.file, outcome: "would be sent", urn: null, title: titleOf(entry), url: null };
}

async function send(uploader: Uploader, entry: UploadEntry, again: boolean): Promise<Result> {
  const key = await uploader.journal.keyOf(await checkFile(entry));
  if (again) await uploader.journal.refused(key);
  const { urn, title, url, isNew } = await uploadOnce(uploader, entry, key);
  return { file: entry.file, outcome: isNew ? "uploaded" : "already there", urn, title, url: address(url) };
}

async function waitForAll(
  context: Context,
  client: ServiceClient,
  results: readonly Result[],
  seconds: number,
): Promise<void> {
  for (const { urn } of results) {
    if (urn === null) continue;
    await client.tracks.waitUntilReady(urn, { signal: context.host.signal, maxWaitMs: seconds * 1000, pollMs: 1000 });
    await context.note(`${urn} is ready to play`);
  }
}

function line({ outcome, file, title, urn, url }: Result): string {
  return `${[outcome, file, title, urn ?? "", url ?? ""].map(clean).join("\t").trimEnd()}\n`;
}
