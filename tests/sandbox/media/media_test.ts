import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { existsSync, readdirSync } from "node:fs";
import { readAll } from "../../../sandbox/audio/content.ts";
import { playTimeOf } from "../../../sandbox/audio/rendition.ts";
import { writeWav } from "../../../sandbox/audio/wav.ts";
import { spoolAll } from "../../../sandbox/media/spool.ts";
import { putAsset } from "../../../sandbox/store/assets.ts";
import { World } from "../../../sandbox/world/world.ts";

const TRACK = { id: 1001, duration: 60_000 };

/** Adds uploaded sound to a track of the catalogue; it is too large to stay in memory, encoded or not. */
async function addSound(world: World): Promise<void> {
  const bytes = writeWav(new Float32Array(80 * 11_025).fill(0.5), 11_025);
  const came = await spoolAll(
    async function* () {
      yield bytes;
    }(),
    world.media.files,
  );
  const asset = world.media.keep(came, { format: "wav", duration: 80_000 });
  putAsset(world.db, { thing: "track", id: TRACK.id, userId: 1 }, "sound", asset);
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
    await addSound(world);
    const image = world.db.dump();
    world.reset();
    world.db.load(image);
    assertEquals(Math.round(playTimeOf(await world.media.rendition(TRACK, "mp3_128")) / 1000), 60);
  });
});
