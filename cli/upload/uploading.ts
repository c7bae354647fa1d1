// Uploads a file as a track: streams it, avoids duplicates, and finds the track when the response was lost.
import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseTimestamp, type ServiceClient, ServiceError, type ServiceMe, type ServiceTrack } from "@tonearm/client";
import { Failure, usage } from "../errors.ts";
import type { FileState, Journal } from "./journal.ts";
import type { UploadEntry } from "./manifest.ts";
import { piecesOf } from "./pieces.ts";
import { checkPicture, readPicture } from "./picture.ts";
import { checkSound } from "./sound.ts";
import { bytes } from "../output/progress_bar.ts";

const LARGEST = 2 ** 32;
/** The tolerated difference between the clocks of the machine and SoundCloud. */
const SKEW_MS = 120_000;
const RECENT = 50;
/** How many times, and at which interval, to look for a track that may still appear. */
const LOOKS = 6;
const LOOK_MS = 1000;
const LATEST_MS = 600_000;

export function titleOf({ title, file }: UploadEntry): string {
  return title ?? basename(file, extname(file));
}

export async function checkFile({ file, artwork, force = false }: UploadEntry): Promise<FileState> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts) throw usage(`There is no file ${file}`, "Check its name; paths are relative to the current folder.");
  if (facts.isDirectory()) {
    throw usage(`${file} is a folder`, "Name its files: folder/*.wav, or a list with --manifest.");
  }
  if (!facts.isFile()) throw usage(`${file} is not a file`);
  if (facts.size === 0) throw usage(`${file} is empty`);
  if (facts.size > LARGEST) throw usage(`${file} has ${bytes(facts.size)}; SoundCloud accepts at most 4 GiB`);
  if (!force) await checkSound(file);
  if (artwork !== undefined) await checkPicture(artwork);
  return { file, size: facts.size };
}

export type UploadAccount = Pick<ServiceMe, "primary_email_confirmed" | "quota">;

/** Rejects accounts that may not upload, which SoundCloud would refuse with an empty response. */
export function checkAccount({ primary_email_confirmed, quota }: UploadAccount): void {
  if (primary_email_confirmed === false) {
    const hint =
      "Confirm it in the settings of your account: until then, SoundCloud rejects uploads without giving a reason.";
    throw new Failure("auth", "Your e-mail address isn't confirmed", { code: "email_unconfirmed", hint });
  }
  if (quota?.unlimited_upload_quota || quota?.upload_seconds_left !== 0) return;
  throw new Failure("failed", "You have reached your upload quota", { code: "quota" });
}

export interface Uploader {
  readonly client: ServiceClient;
  readonly account: UploadAccount;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  now(): number;
  note(text: string): Promise<void>;
  progress(name: string): UploadBar;
}

/** The progress bar of an upload. */
export interface UploadBar {
  /** Updates the number of bytes sent. */
  update(done: number, total: number): void;
  /** Removes the bar. */
  end(): void;
}

/** Uploads a file unless its track exists. The artwork follows: SoundCloud has refused both together. */
export async function uploadOnce(
  uploader: Uploader,
  entry: UploadEntry,
  key: string,
): Promise<{ readonly track: ServiceTrack; readonly isNew: boolean }> {
  const { journal } = uploader;
  const progress = journal.progressOf(key);
  if (progress.state === "done") {
    const there = await findUploaded(uploader, progress.urn);
    if (there) return { track: there, isNew: false };
    await uploader.note(`${progress.urn} is no longer on SoundCloud: uploading ${entry.file} again`);
    await journal.refused(key);
  }
  if (progress.state === "sent") {
    const found = await waitForLost(uploader, progress.title, progress.since);
    if (found) {
      await journal.done(key, found.urn);
      return { track: found, isNew: false };
    }
  }
  const track = await send(uploader, entry, key);
  await journal.done(key, track.urn);
  return { track: await addPicture(uploader, track, entry), isNew: true };
}

/** Asks SoundCloud for a recorded track. A new track may be in the list before it can be read. */
async function findUploaded({ client, signal }: Uploader, urn: string): Promise<ServiceTrack | undefined> {
  try {
    return await client.tracks.getTrack(urn, { signal });
  } catch (error) {
    if (!ServiceError.is(error) || !error.isNotFound) throw error;
    const { collection } = await client.me.getTracks(RECENT, { signal });
    return collection.find((track) => track.urn === urn);
  }
}

async function send(uploader: Uploader, entry: UploadEntry, key: string): Promise<ServiceTrack> {
  const { client, account, journal, signal } = uploader;
  checkAccount(account);
  const { size } = await checkFile(entry);
  const since = uploader.now();
  const title = titleOf(entry);
  const open = () => toStream(entry.file, () => journal.sent(key, title, since));
  const params = { title, asset_data: { stream: open, size }, filename: basename(entry.file), ...entry.fields };
  const bar = uploader.progress(basename(entry.file));
  const onProgress = (progress: { sentBytes: number; totalBytes: number }) =>
    bar.update(progress.sentBytes, progress.totalBytes);
  await journal.sending(key, title);
  try {
    return await client.tracks.upload(params, { signal, onProgress });
  } catch (error) {
    signal.throwIfAborted();
    if (ServiceError.is(error) && !isDoubtful(error)) await journal.refused(key);
    const found = isDoubtful(error) ? await findLost(uploader, title, since).catch(() => undefined) : undefined;
    if (!found) throw error;
    return found;
  } finally {
    bar.end();
  }
}

/** Returns a stream of a file, which can be cancelled and calls `beforeEnd` before the last chunk. */
function toStream(file: string, beforeEnd: () => Promise<void>): ReadableStream<Uint8Array> {
  const chunks = withNotice(piecesOf(file), beforeEnd);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  }, { highWaterMark: 0 });
}

async function* withNotice(
  chunks: AsyncIterable<Uint8Array>,
  beforeEnd: () => Promise<void>,
): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array | undefined;
  for await (const chunk of chunks) {
    if (held) yield held;
    held = chunk;
  }
  await beforeEnd();
  if (held) yield held;
}

/** Adds the artwork or the cover. A failure and an interruption are noted, because the track exists. */
async function addPicture(
  { client, signal, note }: Uploader,
  track: ServiceTrack,
  { artwork, cover }: UploadEntry,
): Promise<ServiceTrack> {
  try {
    const artwork_data = artwork === undefined ? cover : await readPicture(artwork);
    if (artwork_data === undefined) return track;
    return await client.tracks.update(track.urn, { artwork_data }, { signal });
  } catch (error) {
    const reason = error instanceof Error && !signal.aborted ? error.message : "interrupted";
    const advice = `Add it with \`tonearm track edit ${track.urn} --artwork FILE\`.`;
    await note(`${track.urn} is uploaded, but its artwork is not: ${reason}. ${advice}`);
    signal.throwIfAborted();
    return track;
  }
}

function isDoubtful(error: unknown): boolean {
  return ServiceError.is(error) && (error.isServerError || error.status === 0);
}

/** Waits for the track of a run that was interrupted after the last byte: it may still appear. */
async function waitForLost(uploader: Uploader, title: string, since: number): Promise<ServiceTrack | undefined> {
  const { signal } = uploader;
  for (let looks = 1;; looks++) {
    const found = await findLost(uploader, title, since);
    if (found || looks >= LOOKS || uploader.now() - since > LATEST_MS) return found;
    await sleep(LOOK_MS, undefined, { signal });
  }
}

async function findLost(
  { client, journal, signal }: Uploader,
  title: string,
  since: number,
): Promise<ServiceTrack | undefined> {
  const first = await client.me.getTracks(RECENT, { signal });
  for await (const track of client.paginateItems(first, { signal })) {
    const created = parseTimestamp(track.created_at)?.getTime() ?? 0;
    if (created < since - SKEW_MS) return undefined;
    if (track.title === title && !journal.holds(track.urn)) return track;
  }
  return undefined;
}
