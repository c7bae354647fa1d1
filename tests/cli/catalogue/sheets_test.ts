/** Sheets as an office program saves them: none may write anything by mistake. `transcripts/catalogue/forms.txt` has others. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type CatalogueFixture, catalogueFixture } from "../../support/cli/catalogue.ts";
import { without } from "../../support/programs.ts";

/** Titles that programs like to change. */
const TITLES = ["Größe & Möwe", "日本語の歌", "007", "=1+1", "-12 dB", "1/2", "1E5", "5 March", "TRUE", "@home", "'97"];

async function pulledCatalogue(): Promise<CatalogueFixture> {
  const ann = await catalogueFixture({
    tracks: TITLES.map((title, index) => ({
      permalink: `number-${index}`,
      title,
      user: "ann",
      genre: "Ambient",
      releaseDate: "2026-01-31",
      description: index === 3 ? 'Two\nlines; "quoted", tab\there' : "",
      tags: index === 2 ? ["rain, slow", "café"] : ["rain"],
    })),
    playlists: [],
  });
  await ann.run("pull");
  return ann;
}

/** Writes a sheet and returns what each command said; none may write. */
async function tryAll(ann: CatalogueFixture, sheet: string | Uint8Array) {
  await writeFile(join(ann.folder, "tracks.csv"), sheet);
  const outcomes = [];
  for (const args of [["plan"], ["apply", "--yes"], ["apply", "--yes", "--prune"]] as const) {
    const [name, ...rest] = args;
    outcomes.push(await ann.run(name, ...rest));
  }
  return { outcomes, writes: ann.writes() };
}

/** Opens a sheet in LibreOffice as the given country does, and saves it again. */
async function resave(folder: string, country: number): Promise<Uint8Array> {
  const profile = `file://${folder}/profile`;
  const input = `CSV:44,34,76,1,,${country},false,true`;
  const output = `csv:Text - txt - csv (StarCalc):44,34,76,1,,${country},false,true,false,false,false,-1`;
  const args = ["--headless", `-env:UserInstallation=${profile}`, `--infilter=${input}`, "--convert-to", output];
  await promisify(execFile)("soffice", [...args, "--outdir", `${folder}/out`, join(folder, "tracks.csv")]);
  return await readFile(`${folder}/out/tracks-tracks.csv`);
}

for (const [name, country] of [["English", 1033], ["German", 1031], ["French", 1036]] as const) {
  Deno.test({
    name: `tonearm plan: a sheet that LibreOffice opened and saved in ${name} changes nothing`,
    ignore: without("soffice"),
    fn: async () => {
      await using ann = await pulledCatalogue();
      const saved = await resave(ann.folder, country);
      if (country === 1033) assertStringIncludes(new TextDecoder().decode(saved), "TRUE");
      const { outcomes, writes } = await tryAll(ann, saved);
      assertEquals(outcomes.map(({ code, stdout, stderr }) => code === 0 ? 0 : stdout + stderr), [0, 0, 0]);
      assertEquals(writes, []);
    },
  });
}
