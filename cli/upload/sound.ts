// Recognises sound files by their first bytes: the formats that SoundCloud accepts, and no others.
// See https://help.soundcloud.com/hc/en-us/articles/115003452847
import { open } from "node:fs/promises";
import { usage } from "../errors.ts";

/** The first bytes of each format, as Latin-1. */
const SOUNDS: readonly RegExp[] = [
  // AIFF, WAVE and its form for large files
  /^FORM....AIF[FC]/s,
  /^(?:RIFF|RF64|BW64)....WAVE/s,
  /^fLaC/,
  /^OggS/,
  // MP3 with tags; MPEG layers II and III
  /^ID3/,
  // deno-lint-ignore no-control-regex -- bytes of files
  /^\xff[\xe2-\xe5\xf2-\xf5\xfa-\xfd][\x10-\xef]/,
  // AAC as ADTS, and in MP4
  /^\xff[\xf0\xf1\xf8\xf9]/,
  /^....ftyp/s,
  /^#!AMR/,
  // WMA: the identifier of ASF
  /^0&\xb2u\x8ef\xcf\W/,
];
const LONGEST = 16;

/** Rejects a file that isn't sound, such as a key or a document, before a byte of it is sent. */
export async function checkSound(path: string): Promise<void> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(LONGEST), 0, LONGEST, 0).finally(() => file.close());
  const start = String.fromCharCode(...buffer.subarray(0, bytesRead));
  if (SOUNDS.some((pattern) => pattern.test(start))) return;
  throw usage(
    `${path} is not a sound file: expected AIFF, WAVE, FLAC, OGG, MP2, MP3, AAC, AMR or WMA`,
    "If SoundCloud knows the format, `tonearm upload --force` sends it anyway.",
  );
}
