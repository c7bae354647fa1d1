/**
 * What becomes of an uploaded sound: its waveform, and the renditions it is streamed as.
 *
 * @module
 */
import { catalogueSound } from "./catalogue.ts";
import type { Content } from "./content.ts";
import { convert, hasFfmpeg, UndecodableError } from "./ffmpeg.ts";
import { decodeMp3 } from "./mp3_decoder.ts";
import { encodeMp3 } from "./mp3_encoder.ts";
import { readWavFormat, type Sound } from "./recognise.ts";
import { type Codec, type Rendition, renditionOf } from "./rendition.ts";
import { readWavSamples, type WavFormat } from "./wav.ts";
import { PeakMeter, type Waveform } from "./waveform.ts";

/** Keeps what is produced a piece at a time, and gives it back as a whole. */
export type Keep = (chunks: AsyncIterable<Uint8Array>) => Promise<Content>;

/**
 * Measures the waveform of a sound.
 *
 * @param sound One of any format. WAVE and MP3 are read here, others by ffmpeg.
 * @returns The waveform; that of silence where nothing can decode the sound.
 */
export async function measureWaveform(sound: Sound): Promise<Waveform> {
  const meter = new PeakMeter();
  await ifDecodable(async () => {
    const blocks = await samplesOf(sound);
    if (blocks) { for await (const block of blocks) meter.add(block); }
  });
  return meter.waveform();
}

async function samplesOf(sound: Sound): Promise<AsyncIterable<Float32Array[]> | undefined> {
  if (sound.format === "mp3") return decodeMp3(sound.content.read());
  const wav = await wavOf(sound);
  if (wav) return readSamples(sound.content, wav);
  return await hasFfmpeg() ? decodeMp3(convert(sound, "mp3")) : undefined;
}

/**
 * Makes the rendition that a sound is streamed as.
 *
 * @param sound The sound.
 * @param codec AAC only where ffmpeg is installed.
 * @param keep Where the result goes when it isn't in the sound already.
 * @returns The rendition. Where nothing can decode the sound, music of the same length takes its place.
 */
export async function renderSound(sound: Sound, codec: Codec, keep: Keep): Promise<Rendition> {
  if (sound.format === codec) return renditionOf(sound.content, codec);
  const frames = await ifDecodable(async () => {
    const encoded = await encode(sound, codec);
    return encoded && await keep(encoded);
  });
  return frames ? renditionOf(frames, codec) : catalogueSound(sound.content.size, sound.durationMs, codec);
}

async function encode(sound: Sound, codec: Codec): Promise<AsyncIterable<Uint8Array> | undefined> {
  const wav = codec === "mp3" ? await wavOf(sound) : undefined;
  if (wav) return encodeMp3(readSamples(sound.content, wav), wav.sampleRate);
  return await hasFfmpeg() ? convert(sound, codec) : undefined;
}

async function ifDecodable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UndecodableError) return undefined;
    throw error;
  }
}

async function wavOf({ content, format }: Sound): Promise<WavFormat | undefined> {
  return format === "wav" ? await readWavFormat(content) : undefined;
}

function readSamples(content: Content, wav: WavFormat): AsyncIterable<Float32Array[]> {
  return readWavSamples(content.read(wav.dataStart, Math.min(content.size, wav.dataStart + wav.dataBytes)), wav);
}
