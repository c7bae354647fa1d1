import { resolve } from "node:path";
import type { ServiceClient } from "@tonearm/client";
import { type BatchValues, runBatch } from "../batch.ts";
import { act, type AnyCommand, command } from "../command.ts";
import type { Context } from "../context.ts";
import { notSent } from "../output/dry_run.ts";
import type { GlobalValues } from "../globals.ts";
import { usage } from "../errors.ts";
import { toParams, TRACK_FIELDS } from "../fields/fields.ts";
import { ENCODING, withBatch } from "./option_sets.ts";
import { ARTWORK, givenFields, withFields } from "./field_options.ts";
import { address } from "../output/format.ts";
import { journalPath } from "../host/paths.ts";
import { bold, dim, joined, type Styled, styled } from "../output/style.ts";
import { clean } from "../output/text.ts";
import { Journal } from "../upload/journal.ts";
import { MANIFEST_FIELDS, readManifest, type UploadEntry } from "../upload/manifest.ts";
import { withEncoding } from "./encoding.ts";
import { completeEntry } from "../upload/sound_tags.ts";
import { uploaderFor } from "../upload/uploader.ts";
import { checkFile, titleOf, type Uploader, uploadOnce } from "../upload/uploading.ts";

const WAIT_SECONDS = 600;

export function upload(): AnyCommand {
  const described = command({ fields: ["file", "outcome", "urn", "title", "url"], writes: true })
    .description(
      "Upload tracks, which stay private unless you add --public\n\n" +
        "A manifest is a list of objects in JSON or YAML, or CSV with a header line; its paths are relative to its\n" +
        "folder.\n" +
        `Fields: ${MANIFEST_FIELDS.join(", ")}.\n` +
        "Title, ISRC and cover come from a file's own tags unless they are given.\n" +
        "Files are recognised by their content: repeat the command to upload the missing ones; --again uploads all.",
    )
    .arguments("[file...:path]");
  return withBatch(withFields(described, TRACK_FIELDS, ["title", "sharing"]))
    .option("--manifest <file:path>", "Upload the files listed in a CSV, JSON or YAML file")
    .option(...ENCODING)
    .option("--title <text:string>", "The title (default: that of the file's tags, or the file's name)")
    .option("--public", "Make the tracks public; the default is private", { conflicts: ["sharing"] })
    .option("--sharing <sharing:sharing>", "Who can play tracks, unless the manifest says otherwise (default: private)")
    .option(...ARTWORK)
    .option("--force", "Also send files that aren't recognised as sound")
    .option("--again", "Also upload files that were uploaded before")
    .option("--wait", "Wait until the tracks are ready to play")
    .option("--wait-for <seconds:seconds>", "Seconds to wait for each track; implies --wait (default: 600)")
    .example("Upload a public track", "tonearm upload night.flac --genre Ambient --tag rain --public")
    .example("Upload a batch; repeat it to upload the missing files", "tonearm upload --manifest album.csv")
    .action(act((context, options: Options, ...files: string[]) => uploadAll(context, options, files)));
}

interface Options extends GlobalValues, BatchValues {
  manifest?: string | undefined;
  encoding?: string | undefined;
  title?: string | undefined;
  public?: true | undefined;
  sharing?: "public" | "private" | undefined;
  artwork?: string | undefined;
  again?: true | undefined;
  force?: true | undefined;
  wait?: true | undefined;
  waitFor?: number | undefined;
}

async function uploadAll(context: Context, options: Options, files: readonly string[]): Promise<void> {
  const items = await entriesOf(context, options, files);
  const isSingle = options.manifest === undefined && files.length === 1;
  const shared = {
    items,
    isSingle,
    name: ({ file }: UploadEntry) => file,
    draw: (result: Result) => draw(context, result),
  };
  if (options.dryRun) {
    return void await runBatch(context, { ...shared, take: (entry) => describe(context, entry) }, options);
  }
  if (!options.continueOnError) { for (const entry of items) await checkFile(entry); }
  const { client, apiUrl } = await context.connectAsUser();
  const account = await client.me.getMe(context.call);
  const path = journalPath(context.env, apiUrl, account.urn);
  await Journal.with(path, context.host.signal, async (journal) => {
    const uploader = uploaderFor(context, client, account, journal);
    const take = (entry: UploadEntry) => send(uploader, entry, options.again ?? false);
    const results = await runBatch(context, { ...shared, take }, options);
    const { wait, waitFor = wait && WAIT_SECONDS } = options;
    if (waitFor) await waitForAll(context, client, results, waitFor);
  });
}

interface Result {
  readonly file: string;
  readonly outcome: "uploaded" | "already there";
  readonly urn: string;
  readonly title: string;
  readonly url: string | null;
}

async function entriesOf(context: Context, options: Options, files: readonly string[]): Promise<UploadEntry[]> {
  const { manifest, title, artwork, encoding } = options;
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
  const { title: _title, ...common } = givenFields({ ...options, sharing }, TRACK_FIELDS);
  const entries = manifest === undefined
    ? [...new Set(files.map((file) => resolve(file)))].map((file) => ({ file, fields: {} }))
    : await withEncoding(context, encoding, (one) => readManifest(manifest, one));
  const own = {
    force: options.force ?? false,
    ...(title === undefined ? {} : { title }),
    ...(artwork === undefined ? {} : { artwork: resolve(artwork) }),
  };
  return entries.map((entry) => ({ ...own, ...entry, fields: { ...toParams(common), ...entry.fields } }));
}

/** For `--dry-run`, which needs no credentials. */
async function describe(context: Context, entry: UploadEntry): Promise<never> {
  const { size } = await checkFile(entry);
  const { fields, ...whole } = await completeEntry(entry);
  const body = { title: titleOf({ ...whole, fields }), ...fields, asset_data: `${entry.file}, ${size} bytes` };
  throw notSent(context.unsent, { method: "POST", path: "/tracks", body });
}

async function send(uploader: Uploader, entry: UploadEntry, again: boolean): Promise<Result> {
  const key = await uploader.journal.keyOf(await checkFile(entry));
  if (again) await uploader.journal.refused(key);
  const { track: { urn, title, permalink_url }, isNew } = await uploadOnce(uploader, await completeEntry(entry), key);
  return { file: entry.file, outcome: isNew ? "uploaded" : "already there", urn, title, url: address(permalink_url) };
}

async function waitForAll(
  context: Context,
  client: ServiceClient,
  results: readonly Result[],
  seconds: number,
): Promise<void> {
  for (const { urn } of results) {
    await client.tracks.waitUntilReady(urn, { signal: context.host.signal, maxWaitMs: seconds * 1000, pollMs: 1000 });
    await context.note(`${urn} is ready to play`);
  }
}

function draw({ host: { stdout } }: Context, { outcome, file, title, urn, url }: Result): Styled {
  if (stdout.isTTY) return styled`${outcome} ${bold(clean(title))}\n${joined([file, urn, url].flatMap(below), "")}`;
  return `${[outcome, file, title, urn, url ?? ""].map(clean).join("\t").trimEnd()}\n`;
}

function below(text: string | null): Styled[] {
  return text === null ? [] : [styled`  ${dim(clean(text))}\n`];
}
