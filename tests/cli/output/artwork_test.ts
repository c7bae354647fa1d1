import { encode } from "jpeg-js";
import { assert, assertEquals } from "@std/assert";
import { drawPicture, fetchPicture, pictureProtocol } from "../../../cli/output/artwork.ts";
import { stubServer } from "../../support/cli/cli.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47];
const { signal } = new AbortController();

Deno.test("fetchPicture() sends a picture only to terminals that support it", () => {
  const of = (env: Record<string, string>) => pictureProtocol(env);
  assertEquals([of({ TERM: "xterm-kitty" }), of({ TERM: "xterm-ghostty" })], ["kitty", "kitty"]);
  for (const TERM_PROGRAM of ["iTerm.app", "WezTerm"]) {
    assertEquals(of({ TERM: "xterm-256color", TERM_PROGRAM }), "iterm");
  }
  for (
    const env of [
      {},
      { TERM: "xterm-256color" },
      { TERM_PROGRAM: "WezTerm" },
      { TERM: "dumb", TERM_PROGRAM: "WezTerm" },
      { TERM: "linux", TERM_PROGRAM: "WezTerm" },
      { TERM: "screen.xterm-256color", TERM_PROGRAM: "iTerm.app" },
      { TERM: "xterm-kitty", TMUX: "/tmp/tmux" },
      { TERM: "xterm-kitty", STY: "1.pts" },
    ]
  ) assertEquals(of(env), undefined, JSON.stringify(env));
});

Deno.test("fetchPicture() sends kitty a picture in chunks of 4096 characters, marking all but the last", async () => {
  const drawn = await drawPicture(Uint8Array.of(...PNG, ...new Uint8Array(7000)), "kitty");
  const pieces = drawn.trimEnd().split("\x1b\\").slice(0, -1);
  assertEquals(pieces.map((piece) => piece.split(";")[0]), [
    ...["\x1b_Ga=T,f=100,q=2,c=16,r=8,m=1", "\x1b_Gm=1", "\x1b_Gm=0"],
  ]);
  assertEquals(pieces.map((piece) => piece.split(";")[1]?.length), [4096, 4096, 1148]);
  const data = pieces.map((piece) => piece.split(";")[1]).join("");
  assertEquals(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)).subarray(0, 4), Uint8Array.from(PNG));
});

Deno.test("drawPicture() decodes a JPEG to pixels for kitty", async () => {
  const { data } = encode({ width: 2, height: 1, data: Uint8Array.of(255, 0, 0, 255, 255, 0, 0, 255) }, 100);
  const [keys, pixels = ""] = (await drawPicture(data, "kitty")).split("\x1b\\")[0]!.split(";");
  assertEquals(keys, "\x1b_Ga=T,f=24,s=2,v=1,q=2,c=16,r=8,m=0");
  const [red = 0, green = 0, blue = 0, ...rest] = Uint8Array.from(atob(pixels), (letter) => letter.charCodeAt(0));
  assert(red > 240 && green < 15 && blue < 15 && rest.length === 3);
});

Deno.test("fetchPicture() sends a small picture in one chunk, and kitty only PNG and JPEG", async () => {
  assertEquals(await drawPicture(Uint8Array.from(PNG), "kitty"), "\x1b_Ga=T,f=100,q=2,c=16,r=8,m=0;iVBORw==\x1b\\\n");
  assertEquals(await drawPicture(Uint8Array.of(0x47, 0x49, 0x46), "kitty"), "");
  assert((await drawPicture(Uint8Array.of(0xff, 0xd8, 0xff), "iterm")).includes("size=3;"));
});

Deno.test("fetchPicture() returns nothing for a missing, oversized or non-HTTP picture", async () => {
  const replies = [
    () => new Response("", { status: 404 }),
    () => new Response(new Uint8Array(2_000_001)),
    () => new Response(Uint8Array.from(PNG)),
  ];
  await using service = stubServer(() => (replies.shift() ?? (() => new Response()))());
  const picture = () => fetchPicture(fetch, `${service.url}/a.png`, signal);
  assertEquals([await picture(), await picture(), await picture()], [undefined, undefined, Uint8Array.from(PNG)]);
  for (const url of [null, undefined, "", "file:///etc/passwd", "data:,x"]) {
    assertEquals(await fetchPicture(fetch, url, signal), undefined);
  }
  const lost = () => Promise.reject(new TypeError("lost"));
  assertEquals(await fetchPicture(lost, "https://a.example/x.png", signal), undefined);
});
