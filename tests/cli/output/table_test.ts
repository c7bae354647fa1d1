import { assertEquals, assertMatch } from "@std/assert";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";
import { isStyled, screenLines } from "../../support/cli/test_host.ts";
import { width } from "../../../cli/output/text.ts";

const TITLES = [
  "Plain",
  "日本語のとても長いタイトルです、ええ本当に長い",
  "👩‍👩‍👧‍👦 family tape",
  "e\u0301te\u0301 ".repeat(20),
  "evil\u001b[2J\u0007\u202etitle\ttab\nline",
];

function tracks() {
  const collection = TITLES.map((title, id) => ({
    kind: "track",
    id,
    urn: `soundcloud:tracks:${id}`,
    title,
    duration: id === 0 ? 3_725_000 : 65_000,
    playback_count: 12_345_678,
    favoritings_count: 999,
    user: { username: "someone" },
  }));
  return stubServer(() => Response.json({ collection }));
}

const FULL_HEAD = /^TITLE +ARTIST +LENGTH +PLAYS +LIKES +URN$/;

Deno.test("tonearm: a table fits the terminal by dropping columns with a sign, but never the URN, and aligns wide characters", async () => {
  await using service = tracks();
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  for (const columns of [40, 60, 80, 140]) {
    const { stdout } = await home.spawn(["search", "x", "--quiet"], { columns });
    const [head = "", ...rows] = screenLines(stdout);
    assertMatch(head, columns < 80 ? /^TITLE( +ARTIST)?( +LENGTH)?( +PLAYS)? +URN …$/ : FULL_HEAD);
    assertEquals(rows.length, TITLES.length);
    const urnAt = width(head.slice(0, head.indexOf("URN")));
    for (const row of rows) {
      assertEquals(width(row) <= columns, true, row);
      assertEquals(width(row.slice(0, row.indexOf("soundcloud:"))), urnAt, row);
      assertMatch(row, /soundcloud:tracks:\d+$/);
    }
  }
});

Deno.test("tonearm: colour is determined for each stream: --no-color, FORCE_COLOR, NO_COLOR", async () => {
  await using service = tracks();
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  const colored = async (args: string[], env: Record<string, string>, columns?: number) => {
    const { stdout } = await home.run(["search", "x", ...args], { env, ...(columns ? { columns } : {}) });
    return isStyled(stdout);
  };
  assertEquals(await colored(["--no-color"], { FORCE_COLOR: "1" }, 80), false);
  assertEquals(await colored(["--help"], { FORCE_COLOR: "1" }), true);
  assertEquals(await colored(["--help"], { FORCE_COLOR: "1", NO_COLOR: "1" }), false);
  const failed = await home.run(["track", "nonsense"], { env: { FORCE_COLOR: "1" } });
  assertEquals(failed.stderr.startsWith("\x1b[38;5;196merror:\x1b[39m "), true);
});
