import type { IAudioMetadata } from "music-metadata";
import { usage } from "../errors.ts";
import type { UploadEntry } from "./manifest.ts";

/** SoundCloud's limit for a track. */
const LONGEST_SECONDS = 24 * 3600;
const PICTURES: readonly string[] = ["image/png", "image/jpeg", "image/gif"];

/** Adds the tags of the file to what the entry lacks; a sound of more than 24 hours is refused. */
export async function completeEntry(entry: UploadEntry): Promise<UploadEntry> {
  const { common, format } = await readMetadata(entry.file) ?? {};
  if ((format?.duration ?? 0) > LONGEST_SECONDS) {
    throw usage(`${entry.file} is longer than 24 hours, SoundCloud's limit for a track`, "Split it.");
  }
  const title = entry.title ?? plain(common?.title);
  const isrc = entry.fields.isrc ?? plain(common?.isrc?.[0]);
  const [picture] = common?.picture ?? [];
  return {
    ...entry,
    ...(title === undefined ? {} : { title }),
    ...(picture && PICTURES.includes(picture.format)
      ? { cover: new Blob([picture.data as Uint8Array<ArrayBuffer>], { type: picture.format }) }
      : {}),
    fields: { ...entry.fields, ...(isrc === undefined ? {} : { isrc }) },
  };
}

/** Reads at most so many pieces: a damaged file may claim millions of empty chunks. */
const MOST_READS = 20_000;

async function readMetadata(path: string): Promise<IAudioMetadata | undefined> {
  const [{ parseFromTokenizer }, { fromFile }] = await Promise.all([import("music-metadata"), import("strtok3")]);
  const tokenizer = await fromFile(path);
  const read = tokenizer.readBuffer.bind(tokenizer);
  let reads = 0;
  tokenizer.readBuffer = async (...given) => {
    if (++reads > MOST_READS) throw new RangeError("Too many chunks");
    return await read(...given);
  };
  try {
    return await parseFromTokenizer(tokenizer);
  } catch {
    // The library throws many kinds of errors for damaged tags, which are no reason to refuse a sound.
    return undefined;
  } finally {
    await tokenizer.close();
  }
}

function plain(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}
