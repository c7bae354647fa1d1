import { assertEquals, assertRejects } from "@std/assert";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Failure } from "../../../cli/errors.ts";
import { checkSound } from "../../../cli/upload/sound.ts";
import { emptyHome, serveWorld } from "../../support/cli/cli.ts";
import { without } from "../../support/programs.ts";
import { writeTone } from "../../support/sandbox/sounds.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

/** What people and scripts name by mistake. */
const OTHERS: Record<string, Uint8Array> = {
  id_rsa: bytes("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk="),
  ".env": bytes("TOKEN=secret\n"),
  "notes.txt": bytes("Fade in at 0:10"),
  "utf16.txt": Buffer.from("\ufeffBass\n", "utf16le"),
  "utf16be.txt": Buffer.from("\ufeffBass\n", "utf16le").swap16(),
  "cover.png": bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
  "cover.jpg": bytes("\xff\xd8\xff\xe0\0\x10JFIF"),
  "cover.webp": bytes("RIFF\x24\0\0\0WEBPVP8 "),
  "clip.avi": bytes("RIFF\x24\0\0\0AVI LIST"),
  "album.zip": bytes("PK\x03\x04\x14\0"),
  "paper.pdf": bytes("%PDF-1.7"),
  program: bytes("\x7fELF\x02\x01\x01\0"),
  "session.sqlite": bytes("SQLite format 3\0"),
  "list.json": bytes('{"file":"a.wav"}'),
  "short.wav": bytes("RIFF"),
  "zeros.mp3": new Uint8Array(64),
  "page.html": bytes("<html>"),
};

Deno.test("checkSound() rejects keys, documents and pictures, whatever their names", async (t) => {
  await using home = await emptyHome();
  for (const [name, content] of Object.entries(OTHERS)) {
    await t.step(name, async () => {
      const path = join(home.directory, name);
      await writeFile(path, content);
      await assertRejects(() => checkSound(path), Failure, `${path} is not a sound file`);
    });
  }
});

Deno.test("tonearm upload: a private key is refused before any request, also with --dry-run; --force sends it", async () => {
  await using home = await emptyHome();
  const path = join(home.directory, "id_rsa");
  await writeFile(path, OTHERS["id_rsa"] ?? "");
  for (const args of [["--dry-run"], [], ["--continue-on-error"]]) {
    const { code, stderr } = await home.run(["upload", path, "--sandbox", ...args]);
    assertEquals(code, 2);
    assertEquals(stderr.includes("id_rsa is not a sound file"), true, stderr);
  }
  assertEquals((await home.run(["upload", path, "--sandbox", "--dry-run", "--force"])).code, 0);
});

Deno.test({
  name: "tonearm upload: no sound file stays open once it was looked at",
  ignore: without("sh"),
  async fn() {
    await using home = await emptyHome();
    const files = Array.from({ length: 300 }, (_, index) => join(home.directory, `${index}.wav`));
    await Promise.all(files.map((file) => writeFile(file, bytes("RIFF....WAVE"))));
    const around = (command: string) => `ulimit -n 250; ${command}`;
    const { code, stderr } = await home.spawn(["upload", ...files, "--sandbox", "--dry-run"], { around });
    assertEquals(code, 0, stderr);
  },
});

/** The formats of the service, as ffmpeg's encoders write them: the file's extension and the arguments. */
const FORMATS: Record<string, readonly string[]> = {
  aiff: [],
  wav: [],
  rf64: ["-rf64", "always", "-f", "wav"],
  flac: [],
  ogg: ["-c:a", "libvorbis"],
  opus: ["-c:a", "libopus", "-ar", "48000"],
  mp2: ["-c:a", "mp2"],
  mp3: ["-c:a", "libmp3lame"],
  "bare.mp3": ["-c:a", "libmp3lame", "-id3v2_version", "0", "-write_xing", "0"],
  "low.mp3": ["-c:a", "libmp3lame", "-ar", "11025", "-id3v2_version", "0", "-write_xing", "0"],
  aac: ["-c:a", "aac", "-ar", "44100"],
  m4a: ["-c:a", "aac", "-ar", "44100"],
  wma: ["-c:a", "wmav2", "-ar", "44100"],
};

Deno.test({
  name: "checkSound() accepts every format of the service, as ffmpeg writes it",
  ignore: without("ffmpeg"),
  fn: async (t) => {
    await using home = await emptyHome();
    const tone = await writeTone(join(home.directory, "tone.wav"));
    assertEquals(await checkSound(tone), undefined);
    for (const [name, args] of Object.entries(FORMATS)) {
      await t.step(name, async () => {
        const path = join(home.directory, `made.${name}`);
        await promisify(execFile)("ffmpeg", ["-v", "error", "-y", "-i", tone, ...args, path]);
        assertEquals(await checkSound(path), undefined);
      });
    }
  },
});

Deno.test("tonearm upload: a track that was deleted on the site is uploaded again, and said; others are not", async () => {
  await using world = await serveWorld();
  const files = ["one.wav", "two.wav"].map((name) => join(world.home.directory, name));
  for (const [index, file] of files.entries()) await writeTone(file, 1, 300 + index);
  const upload = async () => {
    const { stdout } = await world.home.run(["upload", ...files, "--json"]);
    return JSON.parse(stdout).map(({ outcome, urn }: { outcome: string; urn: string }) => ({ outcome, urn }));
  };
  const [one, two] = await upload();
  await world.home.run(["track", "delete", one.urn, "--yes"]);
  const { stderr, code } = await world.home.run(["upload", ...files]);
  assertEquals(code, 0);
  assertEquals(stderr.includes(`${one.urn} is no longer on SoundCloud: uploading ${files[0]} again`), true, stderr);
  const [again, same] = await upload();
  assertEquals(same, { ...two, outcome: "already there" });
  assertEquals(again.outcome, "already there");
  assertEquals(again.urn === one.urn, false);
});
