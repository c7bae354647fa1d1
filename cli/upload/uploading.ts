/**
 * From a file to a track: streamed, never twice without need, and told apart when the answer got lost.
 *
 * @module
 */

import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import { Readable } from "node:stream";
import { parseTimestamp, type ServiceClient, ServiceError, type ServiceTrack } from "@tonearm/client";
import type { Context } from "../context.ts";
import { Failure, usage } from "../errors.ts";
import type { FileState } from "./journal.ts";
import type { UploadEntry } from "./manifest.ts";
import { bytes, ProgressBar } from "../output/progress_bar.ts";

const LARGEST = 2 ** 32;
const PICTURES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
};
/** The machine's clock and the service's may differ by so much. */
const SKEW_MS = 120_000;
const RECENT = 20;

/** The title of an upload. */
export function titleOf({ title, file }: UploadEntry): string {
  return title ?? basename(file, extname(file));
}

/** Looks at a file and its picture; what can't be sent is said before anything is. */
export async function checkFile({ file, artwork }: UploadEntry): Promise<FileState> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts) throw usage(`There is no file ${file}`);
  if (!facts.isFile()) throw usage(`${file} is no file`);
  if (facts.size === 0) throw usage(`${file} is empty`);
  if (facts.size > LARGEST) throw usage(`${file} has ${bytes(facts.size)}; the service takes 4 GiB at most`);
  if (artwork !== undefined) await checkPicture(artwork);
  return { file, size: facts.size, changed: Math.trunc(facts.mtimeMs) };
}

async function checkPicture(path: string): Promise<void> {
  if (!PICTURES[extname(path).toLowerCase()]) throw usage(`${path} is no picture: PNG, JPEG or GIF`);
  if (!(await stat(path).catch(() => undefined))?.isFile()) throw usage(`There is no picture ${path}`);
}

/** Refuses what the service would refuse with an empty answer. */
export async function checkUser(client: ServiceClient, signal: AbortSignal): Promise<void> {
  const { primary_email_confirmed, quota } = await client.me.getMe({ signal });
  if (primary_email_confirmed === false) {
    const hint = "Confirm it in the settings of your account: until then the service refuses uploads without a reason.";
    throw new Failure("auth", "Your e-mail address isn't confirmed", { code: "email_unconfirmed", hint });
  }
  if (quota?.unlimited_upload_quota || quota?.upload_seconds_left !== 0) return;
  throw new Failure("failed", "Your upload quota is used up", { code: "quota" });
}

/** Uploads a file that is none of the known tracks. Its picture goes after it: together they have been refused. */
export async function uploadFile(
  context: Context,
  client: ServiceClient,
  entry: UploadEntry,
  { size }: FileState,
  known: ReadonlySet<string>,
): Promise<ServiceTrack> {
  const { signal } = context.host;
  const started = context.host.now();
  const title = titleOf(entry);
  const open = () => Readable.toWeb(createReadStream(entry.file)) as ReadableStream<Uint8Array>;
  const params = { title, asset_data: { stream: open, size }, filename: basename(entry.file), ...entry.fields };
  const bar = new ProgressBar(context, basename(entry.file));
  const onProgress = (progress: { sentBytes: number; totalBytes: number }) =>
    bar.update(progress.sentBytes, progress.totalBytes);
  try {
    const track = await client.tracks.upload(params, { signal, onProgress });
    return entry.artwork === undefined ? track : await addPicture(context, client, track, entry.artwork);
  } catch (error) {
    signal.throwIfAborted();
    const found = await findLost(client, error, title, started, signal);
    if (!found || known.has(found.urn)) throw error;
    return found;
  } finally {
    bar.end();
  }
}

/** The track is there, with or without its picture. */
async function addPicture(
  context: Context,
  client: ServiceClient,
  track: ServiceTrack,
  path: string,
): Promise<ServiceTrack> {
  try {
    const type = PICTURES[extname(path).toLowerCase()] ?? "";
    const artwork_data = new Blob([new Uint8Array(await readFile(path))], { type });
    return await client.tracks.update(track.urn, { artwork_data }, { signal: context.host.signal });
  } catch (error) {
    context.host.signal.throwIfAborted();
    await context.note(`${track.urn} is there, but not its picture: ${error instanceof Error ? error.message : error}`);
    return track;
  }
}

/** After a failure that says nothing of the file, the track may be there all the same: it is looked for. */
async function findLost(
  client: ServiceClient,
  error: unknown,
  title: string,
  started: number,
  signal: AbortSignal,
): Promise<ServiceTrack | undefined> {
  if (!ServiceError.is(error) || !(error.isServerError || error.status === 0)) return undefined;
  const recent = await client.me.getTracks(RECENT, { signal }).catch(() => undefined);
  return recent?.collection.find((track) =>
    track.title === title && (parseTimestamp(track.created_at)?.getTime() ?? 0) >= started - SKEW_MS
  );
}
