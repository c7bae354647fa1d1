// The checks of Apple's `mediastreamvalidator`, as far as RFC 8216, the HLS authoring specification and ISO/IEC
// 14496-12 define them. A strict third-party parser reads the playlist, and MP4Box's parser the segments.
import HLS from "hls-parser";
import { createFile, MP4BoxBuffer } from "mp4box";

/** Fetches a file of the stream. */
export type FetchFile = (url: string) => Promise<Response>;

const TYPES = { list: "application/vnd.apple.mpegurl", mp4: "audio/mp4", mp3: "audio/mpeg" };
/** The tolerated difference between a segment and its entry in the playlist, in seconds. */
const TOLERANCE = 0.001;

/** Collects problems. */
class Checker {
  readonly problems: string[] = [];

  expect(isRight: boolean, problem: string): void {
    if (!isRight) this.problems.push(problem);
  }
}

interface SegmentEntry {
  readonly uri: string;
  readonly duration: number;
}

interface Playlist {
  readonly text: string;
  readonly segments: readonly SegmentEntry[];
  readonly map: string | undefined;
}

/** Checks the lines of a playlist: required tags, their order and number. */
function checkLines(checker: Checker, text: string): Playlist {
  const lines = text.split("\n");
  const at = (tag: string) => lines.findIndex((line) => line.startsWith(tag));
  const count = (tag: string) => lines.filter((line) => line.startsWith(tag)).length;
  const numberOf = (tag: string) => Number(lines[at(tag)]?.slice(tag.length));
  const first = at("#EXTINF:");
  checker.expect(lines[0] === "#EXTM3U", "the first line is not #EXTM3U");
  checker.expect(!/[\r\uFEFF]/.test(text), "it has carriage returns or a byte order mark");
  checker.expect(lines.at(-2) === "#EXT-X-ENDLIST" && lines.at(-1) === "", "it does not end with #EXT-X-ENDLIST");
  checker.expect(lines.includes("#EXT-X-PLAYLIST-TYPE:VOD"), "it is not of the type VOD");
  for (const tag of ["#EXT-X-VERSION:", "#EXT-X-TARGETDURATION:", "#EXT-X-MEDIA-SEQUENCE:"]) {
    checker.expect(count(tag) === 1 && at(tag) < first, `${tag} is not there once, before the first segment`);
  }
  const map = /^#EXT-X-MAP:URI="([^"]+)"$/.exec(lines[at("#EXT-X-MAP")] ?? "")?.[1];
  if (map !== undefined) {
    checker.expect(numberOf("#EXT-X-VERSION:") >= 7, "EXT-X-MAP needs version 7 where there are no I-frames alone");
    checker.expect(count("#EXT-X-MAP") === 1 && at("#EXT-X-MAP") < first, "EXT-X-MAP is not before the first segment");
    checker.expect(count("#EXT-X-INDEPENDENT-SEGMENTS") === 1, "EXT-X-INDEPENDENT-SEGMENTS is missing");
  }
  const segments = lines.flatMap((line, i) => {
    const duration = /^#EXTINF:(\d+\.\d+),$/.exec(line)?.[1];
    return duration === undefined ? [] : [{ uri: lines[i + 1] ?? "", duration: Number(duration) }];
  });
  checker.expect(segments.length === count("#EXTINF:") && segments.length > 0, "an EXTINF is no decimal number");
  const target = numberOf("#EXT-X-TARGETDURATION:");
  checker.expect(Number.isInteger(target), "EXT-X-TARGETDURATION is not an integer");
  for (const { uri, duration } of segments) {
    checker.expect(Math.round(duration) <= target, `${uri} is longer than the target duration`);
  }
  const usual = segments.slice(0, -1).map(({ duration }) => duration);
  checker.expect(Math.max(...usual) - Math.min(...usual) < 1 || usual.length === 0, "segments are of unequal lengths");
  return { text, segments, map };
}

/** Checks the playlist with a third-party parser, which throws on violations of RFC 8216. */
function checkParsed(checker: Checker, { text, segments, map }: Playlist): void {
  HLS.setOptions({ strictMode: true, silent: true });
  try {
    const parsed = HLS.parse(text);
    if (parsed.isMasterPlaylist || !("segments" in parsed)) return checker.expect(false, "it is no media playlist");
    checker.expect(parsed.endlist && parsed.playlistType === "VOD", "the parser finds no end");
    checker.expect(parsed.segments.length === segments.length, "the parser finds another number of segments");
    checker.expect(parsed.segments.every((segment) => segment.map?.uri === map), "the parser finds another EXT-X-MAP");
  } catch (error) {
    checker.expect(false, `the parser says: ${error instanceof Error ? error.message : error}`);
  }
}

function parseBoxes(...parts: readonly Uint8Array<ArrayBuffer>[]): ReturnType<typeof createFile> {
  const file = createFile();
  let at = 0;
  for (const part of parts) {
    file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(part.slice().buffer, at));
    at += part.length;
  }
  file.flush();
  return file;
}

/** Checks the initialisation segment: one audio track, no samples, and a decoder configuration. */
function checkInit(checker: Checker, bytes: Uint8Array<ArrayBuffer>): number {
  const { moov, ftyp } = parseBoxes(bytes);
  const brands = [ftyp?.major_brand, ...ftyp?.compatible_brands ?? []];
  checker.expect(brands.includes("cmfc") && brands.includes("iso6"), "the initialisation segment has no CMAF brand");
  const [track, ...others] = moov?.traks ?? [];
  checker.expect(others.length === 0 && track !== undefined, "it has not one track");
  checker.expect(moov?.mvex?.trexs?.length === 1, "it has no movie extends box");
  const media = track?.mdia;
  const [entry] = media?.minf?.stbl?.stsd?.entries ?? [];
  checker.expect(media?.hdlr?.handler === "soun", "its track is not of sound");
  checker.expect(entry?.getCodec() === "mp4a.40.2", `its codec is ${entry?.getCodec()}`);
  checker.expect((media?.minf?.stbl?.stsz?.sample_count ?? 0) === 0, "it has samples of its own");
  return media?.mdhd?.timescale ?? 0;
}

interface Position {
  readonly timescale: number;
  time: number;
  number: number;
}

/** Checks a media segment: its fragments are consecutive, and their content and duration match the playlist. */
function checkSegment(
  checker: Checker,
  bytes: Uint8Array<ArrayBuffer>,
  { uri, duration }: SegmentEntry,
  run: Position,
): void {
  const file = parseBoxes(bytes);
  const types = file.boxes.map(({ type }) => type).join(" ");
  checker.expect(types === "styp moof mdat", `${uri} is made of ${types}`);
  const [fragment] = file.moofs ?? [];
  const [track, ...others] = fragment?.trafs ?? [];
  const [samples, ...more] = track?.truns ?? [];
  checker.expect(
    others.length === 0 && more.length === 0 && samples !== undefined,
    `${uri} has not one run of one track`,
  );
  checker.expect(fragment?.mfhd?.sequence_number === run.number + 1, `${uri} is not number ${run.number + 1}`);
  checker.expect(((track?.tfhd?.flags ?? 0) & 0x02_00_00) !== 0, `${uri}: its offsets are not from its moof`);
  checker.expect(
    Number(track?.tfdt?.baseMediaDecodeTime) === run.time,
    `${uri} does not begin where the last one ends`,
  );
  const sizes = samples?.sample_size ?? [];
  const data = file.boxes.find(({ type }) => type === "mdat");
  const payload = (data?.size ?? 0) - 8;
  checker.expect(sizes.reduce((sum, size) => sum + size, 0) === payload, `${uri}: its frames are not its data`);
  const moof = file.boxes.find(({ type }) => type === "moof");
  checker.expect(samples?.data_offset === (moof?.size ?? 0) + 8, `${uri}: its data are not where it says`);
  const length = sizes.length * (track?.tfhd?.default_sample_duration ?? 0);
  checker.expect(Math.abs(length / run.timescale - duration) < TOLERANCE, `${uri} lasts ${length / run.timescale} s`);
  run.time += length;
  run.number += 1;
}

async function readFile(
  checker: Checker,
  fetchFile: FetchFile,
  url: string,
  type: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await fetchFile(url);
  const name = new URL(url).pathname.split("/").at(-1);
  checker.expect(reply.status === 200, `${name} answers ${reply.status}`);
  checker.expect(reply.headers.get("content-type") === type, `${name} is ${reply.headers.get("content-type")}`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const length = reply.headers.get("content-length");
  checker.expect(length === null || Number(length) === bytes.length, `${name} is not as long as it says`);
  return bytes;
}

/** Checks a stream: its playlist, its initialisation segment and every segment. */
export async function checkStream(url: string, fetchFile: FetchFile): Promise<string[]> {
  const checker = new Checker();
  const list = await readFile(checker, fetchFile, url, TYPES.list);
  const playlist = checkLines(checker, new TextDecoder().decode(list));
  checkParsed(checker, playlist);
  const { map, segments } = playlist;
  const read = (uri: string, type: string) => readFile(checker, fetchFile, new URL(uri, url).href, type);
  const timescale = map === undefined ? 0 : checkInit(checker, await read(map, TYPES.mp4));
  const run: Position = { timescale, time: 0, number: 0 };
  for (const segment of segments) {
    const bytes = await read(segment.uri, map === undefined ? TYPES.mp3 : TYPES.mp4);
    if (map !== undefined) checkSegment(checker, bytes, segment, run);
  }
  return checker.problems;
}
