// Text files as people's programs save them. The encoding is recognised by its mark or by the content, and decoded
// strictly: a wrong guess would replace letters for good.
import { readFile } from "node:fs/promises";
import { absent, Failure, usage } from "../errors.ts";

export interface TextFile {
  readonly text: string;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Whether it begins with a byte order mark, or has to: spreadsheets read UTF-8 only with one. */
  readonly hasMark: boolean;
}

/** The code of the failure of a file in an unknown encoding; `--encoding` solves it. */
export const UNKNOWN_ENCODING = "encoding";
/** The encoding of Western spreadsheets that isn't Unicode. */
export const LIKELY_ENCODING = "windows-1252";

const MARKS = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;

const CHUNK = 2 ** 17;

/** The first bytes of files that only look like a sheet by their name. */
const OTHERS = [
  [/^PK[^,;"]/, "a workbook or an archive"],
  [/^\xd0\xcf\W\xe0/, "an Excel workbook"],
  [/^\s*(?:<!doctype|<html|<table|<\?xml)/i, "HTML or XML"],
  [/^\{\\rtf/, "a document in RTF"],
  [/^%PDF-/, "a PDF"],
] as const;

export async function readTextFile(path: string, name: string, encoding?: string): Promise<TextFile | undefined> {
  const bytes = await readFile(path).catch((error) => absent(error, name, "usage"));
  if (bytes === undefined) return undefined;
  const file = decodeFile(bytes, name, encoding);
  checkText(file.text, name);
  return file;
}

/** Decodes a file, also in another encoding than Unicode (as named in HTML). */
export function decodeFile(bytes: Uint8Array, name: string, encoding?: string): TextFile {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  const [, other] = OTHERS.find(([pattern]) => pattern.test(start)) ?? [];
  if (other !== undefined) throw usage(`${name} is ${other}`, "Save it as CSV UTF-8 under this name.");
  const [marked, mark = []] = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [];
  const found = marked ?? guessWide(bytes) ?? "utf-8";
  const text = decode(bytes.subarray(mark.length), found);
  if (text === undefined && found !== "utf-8") throw usage(`${name} is not ${found.toUpperCase()}, as its start says`);
  return text === undefined
    ? { text: decodeOther(bytes, name, encoding), encoding: "utf-8" as const, hasMark: true }
    : { text, encoding: found, hasMark: marked !== undefined || found !== "utf-8" };
}

/** Encodes text in pieces: as one string, a long one would take several times its memory. */
export function encodeFile({ encoding, hasMark }: Omit<TextFile, "text">, pieces: Iterable<string>): Uint8Array {
  const used = encoding === "utf-16be" ? "utf-16le" : encoding;
  const chunks: Buffer[] = [];
  let text = hasMark ? "\ufeff" : "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    chunks.push(Buffer.from(text, used));
    text = "";
  }
  const bytes = Buffer.concat([...chunks, Buffer.from(text, used)]);
  return encoding === "utf-16be" ? bytes.swap16() : bytes;
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw usage(`--encoding: unknown encoding ${JSON.stringify(encoding)}`);
    return undefined;
  }
}

/** UTF-16 without a mark: every other byte of Western text is zero. */
function guessWide(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, 512);
  const zeros = [0, 1].map((side) => sample.filter((byte, index) => byte === 0 && index % 2 === side).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 4 < sample.length || sample.length < 4) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

function decodeOther(bytes: Uint8Array, name: string, encoding: string | undefined): string {
  if (encoding !== undefined) {
    const text = decode(bytes, encoding);
    if (text !== undefined) return text;
    throw usage(`${name} is neither UTF-8 nor ${encoding}`);
  }
  const line = firstWrongLine(bytes);
  const column = new TextDecoder().decode(line.bytes).indexOf("\ufffd") + 1;
  const sample = new TextDecoder(LIKELY_ENCODING).decode(line.bytes).slice(Math.max(0, column - 20), column + 20)
    .trim();
  throw new Failure("usage", `${name}, line ${line.number}, column ${column}: the file is not UTF-8`, {
    code: UNKNOWN_ENCODING,
    hint: `As Windows-1252 it reads ${JSON.stringify(sample)}. If that is right, add --encoding ${LIKELY_ENCODING}; ` +
      "otherwise save the file as UTF-8.",
  });
}

function firstWrongLine(bytes: Uint8Array): { readonly number: number; readonly bytes: Uint8Array } {
  for (let start = 0, number = 1;; number++) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end < 0 ? undefined : end);
    if (end < 0 || decode(line, "utf-8") === undefined) return { number, bytes: line };
    start = end + 1;
  }
}

/** Rejects what can't be a person's text. */
function checkText(text: string, name: string): void {
  const conflict = /^(?:<{7}|>{7})(?: |\r?$)/m.exec(text);
  if (conflict) {
    throw usage(`${placeOf(text, conflict.index, name)}: an unresolved merge conflict`, "Resolve it, then try again.");
  }
  // deno-lint-ignore no-control-regex -- these are the characters to find
  const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(text);
  if (!control) return;
  const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  throw usage(`${placeOf(text, control.index, name)}: a control character (U+${code})`, "Remove it from the file.");
}

/** Names a position: `tracks.csv, line 3, column 7`. */
export function placeOf(text: string, index: number, name: string): string {
  const lines = text.slice(0, index).split(/\r\n|\n|\r/);
  return `${name}, line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
