import { assert, assertEquals } from "@std/assert";
import { bold, CODES, dim, joined, plain, raw, render, styled, wantsColor, yellow } from "../../../cli/output/style.ts";

const SHOWN = { isTTY: true, colored: true };
const HOSTILE = "a\x1b[31mb\rc\u202e";

Deno.test("render() cleans what was inserted and keeps the styles around it", () => {
  assertEquals(
    render(dim(["~ ", yellow(HOSTILE)]), SHOWN),
    [
      "\x1b[38;5;102m~ \x1b[39m",
      "\x1b[38;5;136ma␛[31mb\nc\ufffd\x1b[39m",
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

/** The pages of xterm, Terminal.app, Windows Terminal, VS Code and GNOME by default, dark and light. */
const PAGES = ["000000", "0c0c0c", "1e1e1e", "fafafa", "ffffff"];

/** Returns the relative luminance of a colour, as WCAG defines it. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

Deno.test("CODES are bold, and colours with a contrast of 3:1 on every light and dark page", () => {
  const colors = Object.values(CODES).map(([begin]) => begin).filter((begin) => begin !== CODES.bold[0]);
  for (const color of colors) {
    // A place in the cube of 6 × 6 × 6 colours, which terminals don't change.
    const place = Number(/^38;5;(\d+)$/.exec(color)?.[1]) - 16;
    assert(place >= 0 && place < 216, color);
    const shown = luminance(
      [place / 36, place / 6 % 6, place % 6].map((step) => [0, 95, 135, 175, 215, 255][step | 0]!),
    );
    for (const page of PAGES) {
      const behind = luminance([0, 2, 4].map((at) => parseInt(page.slice(at, at + 2), 16)));
      const [darker = 0, lighter = 0] = [shown, behind].toSorted((one, other) => one - other);
      assert((lighter + 0.05) / (darker + 0.05) >= 3, `${color} on ${page}`);
    }
  }
});

Deno.test("wantsColor() follows the options, then the variables, then the stream", () => {
  const terminal = { isTTY: true };
  const pipe = { isTTY: false };
  assertEquals(wantsColor(terminal, {}, false), true);
  assertEquals(wantsColor(pipe, {}, false), false);
  assertEquals(wantsColor(terminal, {}, true), false);
  assertEquals(wantsColor(terminal, { NO_COLOR: "1" }, false), false);
  assertEquals(wantsColor(terminal, { NO_COLOR: "" }, false), true);
  assertEquals(wantsColor(pipe, { FORCE_COLOR: "1", TERM: "dumb" }, false), true);
  assertEquals(wantsColor(terminal, { FORCE_COLOR: "0" }, false), false);
  assertEquals(wantsColor(terminal, { TERM: "dumb" }, false), false);
});
