import { assertEquals, assertRejects } from "@std/assert";
import { PlaylistFiles } from "../../../cli/catalogue/playlist_files.ts";
import { Failure } from "../../../cli/errors.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** Reads one file of a playlist. */
async function read(text: string) {
  await using folder = await temporaryFolder({ "playlists/one.yaml": text });
  return (await PlaylistFiles.read(folder.path)).playlists;
}

/** A new playlist with this many tracks. */
function withTracks(count: number): string {
  return JSON.stringify({ title: "A", tracks: Array.from({ length: count }, (_, index) => `${index + 1}`) });
}

Deno.test("PlaylistFiles.read() reads 500 tracks, SoundCloud's limit, with the blanks around them gone", async () => {
  assertEquals((await read(withTracks(500))).map(({ tracks }) => tracks?.length), [500]);
  const [playlist] = await read("title: 007\ngenre: 1.10\ntracks: [' 1 ', 2]\n");
  assertEquals(playlist, {
    where: "playlists/one.yaml",
    urn: undefined,
    artwork: undefined,
    fields: { title: "007", genre: "1.10" },
    tracks: ["1", "2"],
    protect: undefined,
  });
});

const WRONG: Readonly<Record<string, string>> = {
  [withTracks(501)]: "playlists/one.yaml, tracks: 501 tracks; a playlist holds 500 at most",
  "title: A\ntracks: 7\n": "playlists/one.yaml, tracks: expected a list",
  "title: A\ntracks: [1, [2]]\n": "playlists/one.yaml, tracks, entry 2: expected text, not [2]",
  "tracks: []\n": "playlists/one.yaml: a new playlist needs a title",
  "urn: soundcloud:tracks:1\n": 'playlists/one.yaml, urn: "soundcloud:tracks:1" is not a playlist\'s URN',
  "- title\n": "playlists/one.yaml: expected fields by name",
};
for (const [text, message] of Object.entries(WRONG)) {
  Deno.test(`PlaylistFiles.read() refuses a file: ${message}`, async () => {
    assertEquals((await assertRejects(() => read(text), Failure)).message, message);
  });
}

Deno.test("PlaylistFiles.add() names a file by its permalink, and one whose name is taken or a device of Windows by its number, too", async () => {
  await using folder = await temporaryFolder();
  const files = await PlaylistFiles.read(folder.path);
  const add = (id: number, permalink = "") => files.add(`soundcloud:playlists:${id}`, { title: "A", permalink });
  const added = [add(1, "löng/../name"), add(2, "Löng/../Name"), add(2, "löng/../name"), add(3), add(4, "aux")];
  assertEquals(added, [
    "playlists/löng-name.yaml",
    "playlists/Löng-Name-2.yaml",
    "playlists/soundcloud-playlists-2.yaml",
    "playlists/3.yaml",
    "playlists/aux-4.yaml",
  ]);
});
