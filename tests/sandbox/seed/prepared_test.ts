import { assertEquals, assertGreater } from "@std/assert";
import { Buffer } from "node:buffer";
import { brotliDecompressSync } from "node:zlib";
import "../../../sandbox/node.ts";
import { DEFAULT_SEED } from "../../../sandbox/seed/catalogue.ts";
import { drawImage, worldImage } from "../../../sandbox/seed/image.ts";
import { PREPARED } from "../../../sandbox/seed/prepared.ts";
import { Database } from "../../../sandbox/store/database.ts";

/** Returns the rows of every table and the schema, without the internal tables of the search index. */
function contentOf(image: Uint8Array): Record<string, unknown> {
  using db = new Database();
  db.load(image);
  const tables = db.all<{ name: string; type: string }>("PRAGMA table_list")
    .filter(({ name, type }) => type !== "shadow" && !name.startsWith("sqlite_"));
  return {
    version: db.version,
    schema: db.all("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"),
    ...Object.fromEntries(tables.map(({ name }) => [name, db.all(`SELECT * FROM ${name}`)])),
  };
}

Deno.test("worldImage(): the prepared catalogue equals the drawn one row by row (`deno task build catalogue` writes it)", () => {
  const prepared = contentOf(brotliDecompressSync(Buffer.from(PREPARED, "base64")));
  assertEquals(prepared, contentOf(drawImage(DEFAULT_SEED)));
  assertGreater(Object.keys(prepared).length, 20);
});

Deno.test("worldImage() unpacks the catalogue of the default seed and draws that of any other", () => {
  assertEquals(contentOf(worldImage(DEFAULT_SEED, { data: {} }, 0)), contentOf(drawImage(DEFAULT_SEED)));
  assertEquals(contentOf(worldImage(7, { data: {} }, 0)), contentOf(drawImage(7)));
});
