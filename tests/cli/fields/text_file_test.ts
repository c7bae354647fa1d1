import { assertEquals, assertRejects } from "@std/assert";
import { encodeFile, readTextFile } from "../../../cli/fields/text_file.ts";
import { Failure } from "../../../cli/errors.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** Reads a file with these bytes. */
async function read(...bytes: number[]) {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/a.csv`;
  await Deno.writeFile(path, Uint8Array.from(bytes));
  return await readTextFile(path, "a.csv");
}

Deno.test("readTextFile() recognises UTF-16 by its mark, or by its zeros, and else takes a file for UTF-8", async () => {
  const [e, acute] = [0x65, 0xe9];
  const read16 = { text: "eé", hasMark: true };
  assertEquals(await read(0xff, 0xfe, e, 0, acute, 0), { ...read16, encoding: "utf-16le" });
  assertEquals(await read(0xfe, 0xff, 0, e, 0, acute), { ...read16, encoding: "utf-16be" });
  assertEquals(await read(e, 0, acute, 0), { ...read16, encoding: "utf-16le" });
  assertEquals(await read(0, e, 0, acute), { ...read16, encoding: "utf-16be" });
  // A quarter of its bytes are zero.
  assertEquals(await read(e, 0, 0x01, 0x4e), { text: "e\u4e01", encoding: "utf-16le", hasMark: true });
  assertEquals(await read(0xef, 0xbb, 0xbf, e), { text: "e", encoding: "utf-8", hasMark: true });
  assertEquals(await read(e), { text: "e", encoding: "utf-8", hasMark: false });
});

Deno.test("readTextFile() refuses a file that is short for its encoding, or has a zero in UTF-8", async () => {
  const message = async (...bytes: number[]) => (await assertRejects(() => read(...bytes), Failure)).message;
  assertEquals(await message(0xff, 0xfe, 0x65), "a.csv is not UTF-16LE, as its start says");
  assertEquals(await message(0x65, 0, 0x65), "a.csv, line 1, column 2: a control character (U+0000)");
  assertEquals(await message(0x61, 0x0a, 0x62, 0xe9), "a.csv, line 2, column 2: the file is not UTF-8");
});

Deno.test("encodeFile() writes UTF-16 in the order of its mark", () => {
  const bytes = (encoding: "utf-16le" | "utf-16be") => [...encodeFile({ encoding, hasMark: true }, ["a", "b"])];
  assertEquals(bytes("utf-16le"), [0xff, 0xfe, 0x61, 0, 0x62, 0]);
  assertEquals(bytes("utf-16be"), [0xfe, 0xff, 0, 0x61, 0, 0x62]);
});
