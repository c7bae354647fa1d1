import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { existsSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import "../../../sandbox/node.ts";
import { memoryContent, readAll } from "../../../sandbox/base/content.ts";
import { playTimeOf } from "../../../sandbox/audio/rendition.ts";
import { spoolAll } from "../../../sandbox/media/spool.ts";
import { putAsset } from "../../../sandbox/store/assets.ts";
import { importWorld } from "../../../sandbox/world/snapshots.ts";
import { World } from "../../../sandbox/world/world.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";

const TRACK = { id: 1001, duration: 60_000 };

/** WAVE that is too large to stay in memory, encoded or not. */
const LONG = writeWav(new Float32Array(80 * 11_025).fill(0.5), 11_025);

/** Adds uploaded sound of 80 seconds to a track of the catalogue. */
async function addSound(world: World, format: "mp3" | "wav" = "wav", bytes: Uint8Array = LONG): Promise<void> {
  const came = await spoolAll(
    async function* () {
      yield bytes;
    }(),
    world.media.files,
  );
  const asset = world.media.keep(came, { format, duration: 80_000 });
  putAsset(world.db, { type: "track", id: TRACK.id, userId: 1 }, "sound", asset);
}

async function inWorld(test: (world: World, folder: string) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir();
  const world = new World({ path: `${home}/state.db` });
  try {
    await test(world, `${home}/state.db-media`);
  } finally {
    world.close();
    await Deno.remove(home, { recursive: true });
  }
}

async function bytesOf(world: World): Promise<Uint8Array> {
  return await readAll((await (await world.media.rendition(TRACK, "mp3_128")).whole()).read());
}

/** Waits for the next turn of the event loop, when the files of an ended rendition have been removed. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("sandbox media: a rendition is created once, and removed with its track", async () => {
  await inWorld(async (world, folder) => {
    await addSound(world);
    const rendition = await world.media.rendition(TRACK, "mp3_128");
    assertStrictEquals(await world.media.rendition(TRACK, "mp3_128"), rendition);
    await rendition.whole();
    const before = readdirSync(folder).length;
    world.db.run("DELETE FROM tracks WHERE id = ?", TRACK.id);
    world.media.sweep();
    await endOfTurn();
    assertEquals(before, 2);
    assertEquals(readdirSync(folder), []);
  });
});

Deno.test("sandbox media: a reset removes uploads, and restores the catalogue's sound", async () => {
  await inWorld(async (world, folder) => {
    const before = await bytesOf(world);
    await addSound(world);
    await bytesOf(world);
    assertEquals((await world.media.waveform(TRACK)).samples[900], 70);
    world.reset();
    await endOfTurn();
    assertEquals(existsSync(folder) ? readdirSync(folder) : [], []);
    assertEquals(await bytesOf(world), before);
    assert((await world.media.waveform(TRACK)).samples[900] !== 70);
  });
});

Deno.test("sandbox media: generated music of the same length replaces a restored row's missing file", async () => {
  await inWorld(async (world) => {
    const facts = async ({ media }: World) => ({
      played: playTimeOf(await media.rendition(TRACK, "mp3_128")),
      planned: playTimeOf(await media.plan(TRACK, "mp3_128")),
      waveform: await media.waveform(TRACK),
      isAac: await media.has(TRACK, "aac_160"),
      original: media.original(TRACK),
    });
    const before = await facts(world);
    await addSound(world);
    const image = world.db.dump();
    world.reset();
    world.db.load(image);
    assertEquals(Math.round(before.played / 1000), 60);
    assertEquals(await facts(world), before);
  });
});

Deno.test("sandbox media: a file that was cut fails what reads it until it is whole again, but not its playlist", async () => {
  await inWorld(async (world, folder) => {
    const bytes = mp3(3000);
    await addSound(world, "mp3", bytes);
    const path = `${folder}/${readdirSync(folder)[0]}`;
    const planned = await world.media.plan(TRACK, "mp3_128");
    const readings = [() => world.media.rendition(TRACK, "mp3_128"), () => world.media.waveform(TRACK)];
    truncateSync(path, 200_000);
    for (const read of readings) await assertRejects(read, Error, "the file was cut");
    assertEquals(await world.media.plan(TRACK, "mp3_128"), planned);
    writeFileSync(path, bytes);
    for (const read of readings) await read();
    assertEquals(await bytesOf(world), bytes);
  });
});

for (
  const [event, end] of [["reset", (world: World) => world.media.reset()], [
    "close",
    (world: World) => world.close(),
  ]] as const
) {
  Deno.test(`sandbox media: the ${event} of a world ends its encoders`, async () => {
    const world = new World();
    await addSound(world);
    const rendition = await world.media.rendition(TRACK, "mp3_128");
    end(world);
    const { size } = await rendition.whole();
    assert(size < 40 * 16_000, `${size} bytes of 80 seconds were encoded`);
    world.close();
  });
}

/** Returns silent MP3 frames of 417 bytes. */
function mp3(frames: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(frames * 417);
  for (let at = 0; at < bytes.length; at += 417) bytes.set([0xff, 0xfb, 0x90, 0xc0], at);
  return bytes;
}

/** Returns WAVE of a constant level. */
function level(loud: number): Uint8Array<ArrayBuffer> {
  return writeWav(new Float32Array(4000).fill(loud), 8000);
}

/** Stores a short sound of a track in the database. */
function put({ db }: World, format: "mp3" | "wav", bytes: Uint8Array<ArrayBuffer>, id: number = TRACK.id): void {
  const asset = { format, duration: 500, size: bytes.length, bytes, file: null };
  putAsset(db, { type: "track", id, userId: 1 }, "sound", asset);
}

/** Returns the state of a new world whose only upload is a sound: it has the same id in each. */
function imageWith(format: "mp3" | "wav", bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const world = new World();
  put(world, format, bytes);
  const image = world.db.dump();
  world.close();
  return image;
}

/** Ways to replace the rows of a world. */
const REPLACEMENTS: Readonly<Record<string, (world: World, image: Uint8Array) => Promise<unknown>>> = {
  "reset()": async (world, image) => {
    world.db.load(image);
    await Promise.resolve(world.media.reset());
  },
  "an import": (world, image) => importWorld(world, memoryContent(image).read()),
};

for (const [way, replace] of Object.entries(REPLACEMENTS)) {
  Deno.test(`sandbox media: after ${way}, the sound and waveform of a row with a used id are its own`, async () => {
    const world = new World();
    put(world, "mp3", mp3(10));
    assertEquals(await bytesOf(world), mp3(10));
    await replace(world, imageWith("mp3", mp3(20)));
    assertEquals(await bytesOf(world), mp3(20));
    await replace(world, imageWith("wav", level(0.5)));
    const loudness = async () => (await world.media.waveform(TRACK)).samples[900];
    assertEquals(await loudness(), 70);
    await replace(world, imageWith("wav", level(1)));
    assertEquals(await loudness(), 140);
    world.close();
  });
}

/** Returns a world in which each of the first tracks of the catalogue has a short sound. */
function worldWith(count: number, format: "mp3" | "wav", bytes: Uint8Array<ArrayBuffer>): World {
  const world = new World();
  for (let n = 0; n < count; n++) put(world, format, bytes, TRACK.id + n);
  return world;
}

Deno.test("sandbox media: the 16 renditions that were used last are kept", async () => {
  const world = worldWith(17, "mp3", mp3(10));
  const rendition = (n: number) => world.media.rendition({ id: TRACK.id + n, duration: 500 }, "mp3_128");
  const first = [];
  for (let n = 0; n < 16; n++) first.push(await rendition(n));
  for (const [n, one] of first.entries()) assertStrictEquals(await rendition(n), one);
  assertStrictEquals(await rendition(0), first[0], "it is used again");
  await rendition(16);
  assertStrictEquals(await rendition(0), first[0]);
  assert(await rendition(1) !== first[1], "the one that was not used for the longest time is gone");
  world.close();
});

Deno.test("sandbox media: the 64 latest waveforms are kept", async () => {
  const world = worldWith(65, "wav", level(0.5));
  const waveform = (n: number) => world.media.waveform({ id: TRACK.id + n, duration: 500 });
  const first = [];
  for (let n = 0; n < 64; n++) first.push(await waveform(n));
  assertStrictEquals(await waveform(0), first[0]);
  await waveform(64);
  assertStrictEquals(await waveform(1), first[1]);
  assert(await waveform(0) !== first[0], "the oldest one is gone");
  world.close();
});
