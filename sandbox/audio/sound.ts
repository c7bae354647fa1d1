// Creates the waveform of an uploaded sound, and the renditions in which it is streamed.
import { catalogueSound } from "./catalogue.ts";
import type { Content } from "../base/content.ts";
import { host } from "../base/host.ts";
import { Encoding, type FrameStore, planTimeline } from "./encoding.ts";
import { readFrames } from "./frames.ts";
import { decodeMp3 } from "./mp3_decoder.ts";
import { encodeMp3 } from "./mp3_encoder.ts";
import { type AacOutline, readAacOutline, readMp4Aac } from "./mp4.ts";
import { readWavFormat, type Sound } from "./recognise.ts";
import {
  codecOf,
  evenTimeline,
  FRAME_FORMATS,
  type Quality,
  type Rendition,
  renditionOf,
  type StreamPlan,
} from "./rendition.ts";
import { readWavSamples, type WavFormat } from "./wav.ts";
import { PeakMeter, type Waveform } from "./waveform.ts";

/** Computes the waveform of a sound; a silent one if it can't be decoded. Only WAVE and MP3 need no ffmpeg. */
export async function measureWaveform(sound: Sound): Promise<Waveform> {
  const meter = new PeakMeter();
  const blocks = await samplesOf(sound);
  if (blocks) { for await (const block of blocks) meter.add(block); }
  return meter.waveform();
}

async function samplesOf(sound: Sound): Promise<AsyncIterable<Float32Array[]> | undefined> {
  if (sound.format === "mp3") return decodeMp3(sound.content.read());
  const wav = await wavOf(sound);
  if (wav) return readSamples(sound.content, wav);
  const converted = await convert(await unwrap(sound), "mp3_128");
  return converted && decodeMp3(converted);
}

/** While it is being encoded, its parts resolve once they are available. Music replaces what can't be decoded. */
export async function renderSound(
  sound: Sound,
  quality: Quality,
  open: () => FrameStore,
): Promise<Rendition | Encoding> {
  const bare = await unwrap(sound);
  const codec = codecOf(quality);
  if (isReady(bare, quality)) return await renditionOf(bare.content, codec);
  const { durationMs } = sound;
  const encoded = await encode(bare, quality);
  const encoding = encoded && await new Encoding({ codec, durationMs, store: open() }).start(encoded);
  return encoding ?? await catalogueSound(sound.content.size, durationMs, quality);
}

/** Returns the segments of a rendition without encoding it: the playlist of a long sound is available at once. */
export async function planSound(sound: Sound, quality: Quality): Promise<StreamPlan> {
  const codec = codecOf(quality);
  const outline = await outlineOf(sound, quality);
  return { codec, timeline: outline ? evenTimeline(outline.frames, outline) : planTimeline(codec, sound.durationMs) };
}

async function outlineOf(sound: Sound, quality: Quality): Promise<AacOutline | undefined> {
  const { content, format, durationMs } = sound;
  if (format === "mp4" && quality === "aac_160") return await readAacOutline(content);
  if (!isReady(sound, quality)) return undefined;
  for await (const { samples, sampleRate } of readFrames(content.read(), FRAME_FORMATS[codecOf(quality)])) {
    return { samples, sampleRate, frames: Math.round(durationMs / 1000 * sampleRate / samples) };
  }
  return undefined;
}

/** Checks whether a sound is served unchanged: MP3 and AAC are; the smaller AAC is encoded from them. */
function isReady({ format }: Sound, quality: Quality): boolean {
  return quality !== "aac_96" && format === codecOf(quality);
}

/** Every sound is available as MP3, and as AAC if it is AAC, or with ffmpeg. */
export async function canRender(sound: Sound, quality: Quality): Promise<boolean> {
  return quality === "mp3_128" || await host().converter?.isInstalled() || isReady(await unwrap(sound), quality);
}

/** Extracts the AAC of an MP4 file. This needs no other program, and the result can be piped. */
async function unwrap(sound: Sound): Promise<Sound> {
  const content = sound.format === "mp4" ? await readMp4Aac(sound.content) : undefined;
  return content ? { ...sound, content, format: "aac" } : sound;
}

async function encode(sound: Sound, quality: Quality): Promise<AsyncIterable<Uint8Array> | undefined> {
  const wav = quality === "mp3_128" ? await wavOf(sound) : undefined;
  if (wav) return encodeMp3(readSamples(sound.content, wav), wav.sampleRate);
  return await convert(sound, quality);
}

async function convert({ content, format }: Sound, quality: Quality): Promise<AsyncIterable<Uint8Array> | undefined> {
  const { converter } = host();
  return await converter?.isInstalled() ? converter?.convert(content, format, quality) : undefined;
}

async function wavOf({ content, format }: Sound): Promise<WavFormat | undefined> {
  return format === "wav" ? await readWavFormat(content) : undefined;
}

function readSamples(content: Content, wav: WavFormat): AsyncIterable<Float32Array[]> {
  return readWavSamples(content.read(wav.dataStart, Math.min(content.size, wav.dataStart + wav.dataBytes)), wav);
}
