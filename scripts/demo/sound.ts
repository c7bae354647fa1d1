import { MPEGDecoder } from "mpg123-decoder";
import { expect } from "./story.ts";

const RATE = 22_050;

/** A WAV file with some seconds of a rising tone. */
export function makeWav(seconds: number): File {
  const samples = Int16Array.from({ length: seconds * RATE }, (_, i) => Math.sin(i / 40 + (i / 9000) ** 2) * 12_000);
  const header = new DataView(new ArrayBuffer(44));
  const words: [offset: number, text: string][] = [[0, "RIFF"], [8, "WAVEfmt "], [36, "data"]];
  for (const [offset, text] of words) {
    for (const [i, char] of [...text].entries()) header.setUint8(offset + i, char.charCodeAt(0));
  }
  const numbers: [offset: number, value: number][] = [[4, 36 + samples.byteLength], [16, 16], [24, RATE], [
    28,
    RATE * 2,
  ]];
  for (const [offset, value] of [...numbers, [40, samples.byteLength] as const]) header.setUint32(offset, value, true);
  // PCM, one channel, two bytes a frame, sixteen bits a sample.
  for (const [i, value] of [1, 1].entries()) header.setUint16(20 + 2 * i, value, true);
  for (const [i, value] of [2, 16].entries()) header.setUint16(32 + 2 * i, value, true);
  return new File([header, samples], "rising-tone.wav", { type: "audio/wav" });
}

async function download(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  expect(response.ok, `GET ${new URL(url).pathname} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Downloads an HLS stream of MP3 segments. */
export async function downloadStream(playlistUrl: string): Promise<Uint8Array> {
  const playlist = new TextDecoder().decode(await download(playlistUrl));
  expect(playlist.startsWith("#EXTM3U"), "the stream is no HLS playlist");
  const segments = playlist.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const parts = await Promise.all(segments.map((segment) => download(new URL(segment, playlistUrl).href)));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Decodes MP3, and tells how many seconds of sound there are. */
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
