import { assertEquals } from "@std/assert";
import { encodeFile } from "../../../cli/fields/text_file.ts";

Deno.test("encodeFile() writes UTF-16 in the order of its mark", () => {
  const bytes = (encoding: "utf-16le" | "utf-16be") => [...encodeFile({ encoding, hasMark: true }, ["a", "b"])];
  assertEquals(bytes("utf-16le"), [0xff, 0xfe, 0x61, 0, 0x62, 0]);
  assertEquals(bytes("utf-16be"), [0xfe, 0xff, 0, 0x61, 0, 0x62]);
});
