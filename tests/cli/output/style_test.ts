import { assertEquals } from "@std/assert";
import { bold, dim, joined, plain, raw, render, styled, yellow } from "../../../cli/output/style.ts";

const SHOWN = { isTTY: true, colored: true };
const HOSTILE = "a\x1b[31mb\rc\u202e";

Deno.test("render() cleans what was inserted and keeps the styles around it", () => {
  assertEquals(
    render(dim(["~ ", yellow(HOSTILE)]), SHOWN),
    [
      "\x1b[2m~ \x1b[22m",
      "\x1b[2m\x1b[33ma␛[31mb\nc\ufffd\x1b[39m\x1b[22m",
    ].join(""),
  );
  assertEquals(render(styled`${bold("T")}: ${HOSTILE}`, { isTTY: true, colored: false }), "T: a␛[31mb c\ufffd");
});

Deno.test("render() passes a pipe its text unchanged, and a terminal the sequences of images", () => {
  assertEquals(render(["a\tb", HOSTILE], { isTTY: false, colored: false }), `a\tb${HOSTILE}`);
  assertEquals(render(raw("\x1b_Gx\x1b\\"), SHOWN), "\x1b_Gx\x1b\\");
  assertEquals(render(dim(""), SHOWN), "");
});

Deno.test("render() draws tabs as the spaces up to the next stop", () => {
  assertEquals(render("liked\t1078\n日本\tx\n", SHOWN), "liked   1078\n日本    x\n");
});

Deno.test("joined() puts separators between texts, and plain() removes the styles", () => {
  assertEquals(plain(joined([bold("a"), "b", [dim("c")]], ", ")), "a, b, c");
});
