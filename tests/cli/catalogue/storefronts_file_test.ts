import { assertEquals, assertRejects } from "@std/assert";
import { readStorefronts } from "../../../cli/catalogue/storefronts_file.ts";
import { Failure } from "../../../cli/errors.ts";

/** Reads a folder with this `storefronts.yaml`. */
async function read(text: string) {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-storefronts-" });
  try {
    await Deno.writeTextFile(`${folder}/storefronts.yaml`, text);
    return await readStorefronts(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const OFFER = "- track: soundcloud:tracks:1\n  title: Tape\n  type: cd\n  link: https://shop.example/1\n";

Deno.test("readStorefronts() reads each entry with its place, without empty fields and the reader's own", async () => {
  assertEquals(await read(`${OFFER}  price: ""\n  _note: mine\n- ${OFFER.slice(2)}  price: 9 EUR\n`), [
    {
      where: "storefronts.yaml, entry 1",
      track: "soundcloud:tracks:1",
      fields: { title: "Tape", type: "cd", link: "https://shop.example/1" },
    },
    {
      where: "storefronts.yaml, entry 2",
      track: "soundcloud:tracks:1",
      fields: { title: "Tape", type: "cd", link: "https://shop.example/1", price: "9 EUR" },
    },
  ]);
});

Deno.test("readStorefronts() finds none in a folder without a file of them", async () => {
  assertEquals(await readStorefronts("/nonexistent"), []);
});

for (const name of ["title", "type", "link"]) {
  for (const empty of [false, true]) {
    Deno.test(`readStorefronts() names a ${empty ? "blank" : "missing"} ${name}`, async () => {
      const text = OFFER.replace(new RegExp(`\\b${name}: .*`), empty ? `${name}: ""` : `_${name}: x`);
      await assertRejects(() => read(text), Failure, `storefronts.yaml, entry 1: ${name} is missing`);
    });
  }
}
