import { BufferSource, Input, MP4 } from "mediabunny";
import { MPEGDecoder } from "mpg123-decoder";
import { writeWav } from "../../../tests/support/sandbox/sounds.ts";
import { expect } from "./story.ts";

const RATE = 22_050;

/** Creates a WAV file with a rising tone. */
export function makeWav(seconds: number): File {
  const samples = Float32Array.from({ length: seconds * RATE }, (_, i) => 0.37 * Math.sin(i / 40 + (i / 9000) ** 2));
  return new File([writeWav(samples, RATE)], "rising-tone.wav", { type: "audio/wav" });
}

/** Downloads a file. */
export async function download(url: string, headers: HeadersInit = {}): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { headers });
  expect(response.ok, `GET ${new URL(url).pathname} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Downloads an HLS stream of fragmented MP4: the initialisation segment, then the others. */
export async function downloadStream(playlistUrl: string): Promise<Uint8Array> {
  const playlist = new TextDecoder().decode(await download(playlistUrl));
  const [, first] = /^#EXTM3U\n[^]*#EXT-X-MAP:URI="(.*)"/.exec(playlist) ?? [];
  expect(first, "the stream is no HLS playlist of fragmented MP4");
  const segments = playlist.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const parts = await Promise.all([first, ...segments].map((file) => download(new URL(file, playlistUrl).href)));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Reads an MP4 file with an independent library, and returns its seconds of AAC. */
export async function readAac(bytes: Uint8Array): Promise<number> {
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  expect(track?.codec === "aac", `the stream holds ${track?.codec}`);
  return await track.computeDuration();
}

/** Decodes MP3, and returns the length of its sound in seconds. */
export async function decodeMp3(bytes: Uint8Array): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { samplesDecoded, sampleRate, errors, channelData } = decoder.decode(bytes);
    expect(errors.length === 0, `the stream can't be decoded: ${errors[0]?.message}`);
    expect(channelData.some((samples) => samples.some((sample) => Math.abs(sample) > 0.01)), "the stream is silent");
    return samplesDecoded / sampleRate;
  } finally {
    decoder.free();
  }
}
