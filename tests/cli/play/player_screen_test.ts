import { assertEquals } from "@std/assert";
import { setTimeout as sleep } from "node:timers/promises";
import { clean } from "../../../cli/output/text.ts";
import { without } from "../../support/programs.ts";
import { type PlayerFixture, playerFixture } from "../../support/cli/players.ts";
import { LiveTerminal } from "../../support/cli/screen.ts";
import { seededRandom } from "../../support/watch/watched.ts";

const SEED = Number(Deno.env.get("TONEARM_SEED") ?? 30);
const PRESSES = 200;
const CTRL_Z = "\x1a";
/** The width that the shell gives the terminal while the player is stopped. */
const COLUMNS_AFTER_STOP = 77;
/** Keys, and the messages that each leads to. Only as many tracks are skipped as there are. */
const KEYS: Readonly<Record<string, readonly RegExp[]>> = {
  ...{ " ": [], "\x1b[A": [], "\x1b[B": [], "\x1b[C": [], "\x1b[D": [], 3: [], n: [], p: [] },
  ...{ l: [/^Liked/], r: [/^Repeat/], s: [/^Shuffled/], u: [/^▶/], [CTRL_Z]: [/^stopped/] },
  lru: [/^Liked/, /^Repeat/, /^▶/],
  ul: [/^▶/, /^Liked/],
};
const TITLES = ["日本語のとても長いタイトル", "أغنية طويلة جدا", "👩‍👩‍👧 family 🏳️‍🌈"];
const BAR = /^[▶‖] \d+:\d\d .* \d+:\d\d( \d+%)?$/;

/** Terminals leave out the spaces where they break a line. */
const squeezed = (text: string) => text.replaceAll(/\s/g, "");

/** Starts the player under a shell that continues it after Ctrl-Z; returns every line that it may show. */
async function startPlayer({ home, client, sandbox, env }: PlayerFixture) {
  sandbox.control.data.add({
    tracks: TITLES.map((title, index) => ({ title, permalink: `wide-${index}`, user: "night-ferry" })),
  });
  const { urn } = await client.resolve.resolveUrl("https://soundcloud.com/night-ferry");
  const { collection: wide } = await client.users.getTracks(urn, TITLES.length);
  const others = await client.tracks.getTracks(Array.from({ length: 60 }, (_, index) => 1001 + index));
  const tracks = [...wide, ...others].filter(({ access }) => access === "playable");
  const names = tracks.map(({ title, user }) => `${title} by ${user?.username}`);
  const rows = names.flatMap((name) => tracks.flatMap((_, at) => [`${at + 1} ${name}`, `▶ ${at + 1} ${name}`]));
  const said = ["Repeat: off", "Repeat: all", "Repeat: one", "Shuffled the remaining tracks", "stopped"];
  const lines = [
    ...said,
    ...rows,
    ...names.map((name) => `Playing ${name}`),
    ...tracks.map(({ title }) => `Liked ${title}`),
  ];
  const around = (command: string) =>
    `tty; set -m; ${command}; while [ $? = 148 ]; do echo stopped; stty cols ${COLUMNS_AFTER_STOP}; fg >/dev/null; done`;
  const running = home.start(["play", ...tracks.map(({ urn }) => urn)], { env: env("mpv"), columns: 80, around });
  return { running, known: new Set(lines.map((line) => squeezed(clean(line)))) };
}

/** What is misplaced: lines that nothing has said, or a bar that isn't one row of the whole width. */
function misplaced(screen: LiveTerminal, known: ReadonlySet<string>, expected: ReadonlyMap<string, number>): string[] {
  const { lines, texts } = screen;
  const messages = texts.slice(0, -1).map(squeezed);
  const bar = lines.at(-1)?.text ?? "";
  const isWhole = BAR.test(bar) && [...bar].length === screen.columns - 1 && !lines.at(-1)?.isWrapped;
  return [
    ...messages.slice(2).filter((text) => !known.has(text)),
    ...(isWhole ? [] : [`no bar of ${screen.columns - 1} columns: ${bar}`]),
    ...[...expected].flatMap(([pattern, count]) => {
      const found = messages.filter((text) => new RegExp(pattern).test(text)).length;
      return found === count ? [] : [`${found} instead of ${count} of ${pattern}`];
    }),
  ];
}

Deno.test({
  name: `tonearm play: ${PRESSES} keys and resizes on a terminal misplace no cell (TONEARM_SEED=${SEED})`,
  ignore: without("mpv", "script", "stty", "tty"),
  async fn() {
    await using fixture = await playerFixture({ speed: 1 });
    const { running, known } = await startPlayer(fixture);
    const random = seededRandom(SEED);
    const below = (limit: number) => Math.floor(random() * limit);
    const screen = new LiveTerminal(running, await running.printed(/space pause/), 80);
    await running.printed(/▶ 0:0\d .*%/);
    const expected = new Map<string, number>();
    for (let pressed = 0; pressed < PRESSES;) {
      const names = Object.keys(KEYS);
      const key = below(3) === 0 ? undefined : names[below(names.length)]!;
      pressed += Math.max(1, KEYS[key ?? ""]?.length ?? 1);
      await screen.update();
      if (key === undefined) screen.resize(20 + below(100));
      else {
        running.type(key);
        for (const { source } of KEYS[key] ?? []) expected.set(source, (expected.get(source) ?? 0) + 1);
      }
      if (key === CTRL_Z) {
        await running.printed(new RegExp(`(stopped[^]*){${expected.get("^stopped")}}`));
        screen.resize(COLUMNS_AFTER_STOP);
      }
      let faults: string[] = ["nothing was drawn"];
      for (let wait = 0; wait < 100 && faults.length > 0; wait++) {
        await sleep(50);
        if ((await screen.update()).includes("%")) faults = misplaced(screen, known, expected);
      }
      assertEquals(
        faults,
        [],
        `seed ${SEED}, press ${pressed}, ${JSON.stringify(key ?? screen.columns)}\n${screen.texts.join("\n")}`,
      );
    }
    running.type("q");
    assertEquals((await running.outcome).code, 0);
  },
});
