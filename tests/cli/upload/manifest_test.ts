import { assertEquals, assertRejects } from "@std/assert";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../../cli/errors.ts";
import { readManifest, type UploadEntry } from "../../../cli/upload/manifest.ts";
import { checkFile, titleOf } from "../../../cli/upload/uploading.ts";
import { emptyHome } from "../../support/cli/cli.ts";

async function read(text: string): Promise<UploadEntry[]> {
  await using home = await emptyHome();
  const path = join(home.directory, "manifest");
  await writeFile(path, text);
  return (await readManifest(path)).map((entry) => relative(entry, home.directory));
}

function relative(entry: UploadEntry, directory: string): UploadEntry {
  const short = (path: string) => path.replace(`${directory}/`, "");
  return { ...entry, file: short(entry.file), ...(entry.artwork ? { artwork: short(entry.artwork) } : {}) };
}

Deno.test("readManifest(): a manifest's paths are relative to itself, and its fields are the service's", async () => {
  const entry = {
    ...{ file: "a/one.wav", title: "One", artwork: "one.png", genre: "Dub", streamable: false },
    ...{ tags: ["slow night", "rain"], isrc: "DE1", reveal_stats: "yes", reveal_comments: "no" },
  };
  assertEquals(await read(JSON.stringify([entry])), [{
    file: "a/one.wav",
    title: "One",
    artwork: "one.png",
    fields: {
      ...{ genre: "Dub", isrc: "DE1", streamable: false, reveal_stats: true, reveal_comments: false },
      tag_list: '"slow night" rain',
    },
  }]);
});

Deno.test("readManifest() reads a single object as one file, and skips empty and null fields", async () => {
  assertEquals(await read('\n {"file":"one.wav","title":null,"genre":"","tags":[]}'), [
    { file: "one.wav", fields: { tag_list: "" } },
  ]);
  assertEquals(await read("file,title,tags\none.wav,,\n"), [{ file: "one.wav", fields: {} }]);
});

for (
  const [text, message] of [
    ["[", "manifest is not JSON"],
    ["[]", "The manifest lists no files"],
    ["file\n", "The manifest lists no files"],
    ["", "The manifest lists no files"],
    ["file,title\none.wav\n", "manifest, line 2: 1 cells instead of 2"],
    ['file\n"one.wav\n', "manifest, line 2, column 1: a misplaced or unclosed quote"],
    ["file,file\na,b\n", 'manifest, line 1: "file" is named twice'],
    ["[7]", "manifest, entry 1: expected fields by name"],
    ['[{"file":"a"},["file"]]', "manifest, entry 2: expected fields by name"],
    ['{"file":"a","titel":"x"}', 'manifest, entry 1: unknown field "titel"'],
    ['{"title":"x"}', "manifest, entry 1: it names no file"],
    ['{"file":["a"]}', 'manifest, entry 1, file: expected text, not ["a"]'],
    ['{"file":"a","genre":["x"]}', 'manifest, entry 1, genre: expected text, not ["x"]'],
    ['{"file":"a","tags":7}', "manifest, entry 1, tags: expected tags separated by commas"],
    ['{"file":"a","tags":["x",{}]}', "manifest, entry 1, tags: expected text, not {}"],
    ['{"file":"a","streamable":"maybe"}', 'manifest, entry 1, streamable: expected true or false, not "maybe"'],
    ['[{"file":"a"},{"file":"b/../a"}]', "The manifest lists"],
  ] as const
) {
  Deno.test(`readManifest() rejects a manifest before anything is sent: ${text.replace("\n", " ")}`, async () => {
    const failure = await assertRejects(() => read(text), Failure, message);
    assertEquals(failure.kind, "usage");
  });
}

Deno.test("readManifest() takes the given title, or else the file's name without its extension", () => {
  const titles = [{ file: "/a/My song.v2.wav" }, { file: "/a/.wav" }, { file: "x", title: "" }].map((entry) =>
    titleOf({ ...entry, fields: {} })
  );
  assertEquals(titles, ["My song.v2", ".wav", ""]);
});

Deno.test("readManifest() checks before sending that each file exists, is a file and isn't empty", async () => {
  await using home = await emptyHome();
  const at = (name: string) => join(home.directory, name);
  await writeFile(at("sound.wav"), "OggS!");
  await writeFile(at("empty.wav"), "");
  await mkdir(at("folder"));
  const state = await checkFile({ file: at("sound.wav"), fields: {} });
  assertEquals(state, { file: at("sound.wav"), size: 5 });
  for (
    const [name, message] of [["none", "There is no file"], ["folder", "is a folder"], [
      "empty.wav",
      "is empty",
    ]] as const
  ) {
    await assertRejects(() => checkFile({ file: at(name), fields: {} }), Failure, message);
  }
});

Deno.test("readManifest() checks before sending that each picture exists and has a valid type", async () => {
  await using home = await emptyHome();
  const at = (name: string) => join(home.directory, name);
  for (const name of ["sound.wav", "cover.PNG", "cover.svg"]) await writeFile(at(name), "fLaC");
  const check = (artwork: string) => checkFile({ file: at("sound.wav"), artwork: at(artwork), fields: {} });
  assertEquals((await check("cover.PNG")).size, 4);
  await assertRejects(() => check("cover.svg"), Failure, "is not a PNG, JPEG or GIF image");
  await assertRejects(() => check("none.jpg"), Failure, "There is no image");
});
