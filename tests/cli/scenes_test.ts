import { assertEquals } from "@std/assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clean, cut, width } from "../../cli/output/text.ts";
import { type CatalogueFixture, catalogueFixture } from "../support/cli/catalogue.ts";
import { DRIVER, LiveTerminal, type TerminalKind, TERMINALS, TITLES } from "../support/cli/screen.ts";
import { without } from "../support/programs.ts";

const [CTRL_C, DOWN] = ["\x03", "\x1b[B"];
/** The newest is the first. */
const CHOICES = TITLES.toReversed().map((title) => `${clean(title)} by Ann`);

/** What is on the screen: whole lines, or a list or bar, whose rows are cut. Then these keys are pressed. */
interface Step {
  readonly lines?: readonly (string | RegExp)[];
  readonly rows?: readonly (string | RegExp)[];
  readonly keys?: string;
}

/** A command that asks or draws, and what a dumb terminal shows instead. */
interface Scene {
  readonly argv: readonly string[];
  readonly steps: readonly Step[];
  readonly dumb?: readonly Step[];
}

/** The rows of a list of choices, of which one is chosen and some are marked. */
function list(query: string, found: readonly string[], at: number, ...marked: readonly number[]): readonly string[] {
  const rows = found.map((label, index) => `${index === at ? ">" : " "}${marked.includes(index) ? "*" : " "} ${label}`);
  return [`Which track? ${query}`.trimEnd(), ...rows, `  ${found.length}/${CHOICES.length}, Tab selects several`];
}

/** The lines of a question, and how the command ends. */
function question(before: Step["lines"], asked: string, answer: string, after: NonNullable<Step["lines"]>): Step[] {
  const lines = [...before ?? [], asked];
  const shown = answer === "hidden" ? asked : `${asked} ${answer}`;
  return [{ lines, keys: `${answer}\r` }, { lines: [...lines.slice(0, -1), shown, ...after] }];
}

const NO_LIST = ["error: Missing argument: id...", "Name a track: this terminal shows no list to choose from."];
const REDIRECTS = ["", ...[8765, 8766, 8767].map((port) => `  http://127.0.0.1:${port}/callback`), ""];
const APPLICATION = [
  "Create an application at soundcloud.com/you/apps, and register these redirect URIs:",
  ...REDIRECTS,
];

/** Those that need no files. */
const SCENES: readonly Scene[] = [
  {
    argv: ["like"],
    steps: [
      { rows: list("", CHOICES, 0), keys: `\t${DOWN}\t` },
      { rows: list("", CHOICES, 3, 0, 2), keys: "family" },
      { rows: list("family", CHOICES.slice(2, 3), 0, 0), keys: CTRL_C },
    ],
    dumb: [{ lines: NO_LIST }],
  },
  {
    argv: ["like"],
    steps: [{ rows: list("", CHOICES, 0), keys: "\r" }, { lines: ["liked   soundcloud:tracks:5"] }],
    dumb: [{ lines: NO_LIST }],
  },
  {
    argv: ["track", "delete", "soundcloud:tracks:1"],
    steps: question(["Delete the track soundcloud:tracks:1?"], "[y/N]", "n", [
      "error: Not deleted",
      "Answer y to delete, or add --yes.",
    ]),
  },
  {
    argv: ["auth"],
    steps: [
      { lines: [...APPLICATION, "Client id:"], keys: "abc\r" },
      ...question([...APPLICATION, "Client id: abc"], "Client secret (not shown):", "hidden", [
        "error: SoundCloud rejected this id and secret",
        "Nothing was saved. Copy both from soundcloud.com/you/apps.",
      ]),
    ],
  },
];

/** Those on the files of a folder. */
function folderScenes({ folder }: CatalogueFixture): readonly Scene[] {
  const file = join(folder, "とても長い名前の音.wav");
  const uploaded: Step = {
    lines: ["uploaded とても長い名前の音", `  ${file}`, "  soundcloud:tracks:6", /^ {2}https:/],
  };
  return [
    {
      argv: ["apply", folder],
      steps: question(
        [
          "~ change plain [31m変わった  soundcloud:tracks:5",
          '    title: "plain [31mred" → "plain [31m変わった"',
          "# 4 stay unchanged",
          "# about 2 requests to apply: up to 1 minute at 50 in 10 seconds",
          "Plan: 1 to change",
        ],
        "Apply this? [y/N]",
        "n",
        ["error: Nothing was applied", /^[^=]+$/],
      ),
    },
    {
      argv: ["upload", "--manifest", join(folder, "latin.csv")],
      steps: question(
        ["latin.csv, line 2, column 9: the file is not UTF-8", 'As Windows-1252 it reads "a.wav,Größe".'],
        "Read it so? [y/N]",
        "n",
        ["error: latin.csv, line 2, column 9: the file is not UTF-8", /^As .*UTF-8.$/],
      ),
    },
    {
      argv: ["upload", file],
      steps: [{ rows: [/^とても長い名前の音.wav .*(100% 16 kB of 16 kB \d+ kB\/s|…)$/] }, uploaded],
      dumb: [uploaded],
    },
  ];
}

/** Terminals leave out the spaces where they break a line. */
const squeezed = (text: string) => text.replaceAll(/\s/g, "");

const isSame = (text: string, expected: string | RegExp) =>
  expected instanceof RegExp ? expected.test(text) : squeezed(text) === squeezed(expected);

/** Returns whether lines are the expected ones, each on a line of its own or on several. */
function areShown(lines: readonly string[], [first, ...others]: NonNullable<Step["lines"]>): boolean {
  if (first === undefined) return lines.length === 0;
  const count = lines.findIndex((_, index) => isSame(lines.slice(0, index + 1).join(" "), first)) + 1;
  return count > 0 && areShown(lines.slice(count), others);
}

/** Returns whether the screen shows a step of a scene. */
function isShown({ lines, texts, columns }: LiveTerminal, index: number, step: Step): boolean {
  const all = step.rows ? lines.map(({ text }) => text) : texts;
  const end = all.indexOf(`=== ${index + 1} ===`);
  const shown = all.slice(all.indexOf(`=== ${index} ===`) + 1, end < 0 ? undefined : end);
  if (!step.rows) return areShown(shown, step.lines ?? []);
  const rows = step.rows.map((row) => typeof row === "string" ? cut(row, columns - 1) : row);
  return shown.length === rows.length && shown.every((text, at) => isSame(text, rows[at]!) && width(text) < columns);
}

async function untilShown(screen: LiveTerminal, index: number, step: Step): Promise<void> {
  for (let wait = 0; wait < 400 && !isShown(screen, index, step); wait++) {
    await sleep(50);
    await screen.update();
  }
  if (isShown(screen, index, step)) return;
  assertEquals(
    screen.lines.map(({ text }) => text),
    [...step.rows ?? step.lines ?? []].map(String),
    `${index} on ${screen.columns} columns`,
  );
}

async function fixtureOfScenes(): Promise<CatalogueFixture> {
  const tracks = TITLES.map((title, index) => ({ title, permalink: `wide-${index}`, user: "ann" }));
  const fixture = await catalogueFixture({ tracks, playlists: [] });
  await fixture.run("pull");
  await fixture.edit("tracks.csv", "red,wide", "変わった,wide");
  await fixture.sound("とても長い名前の音.wav");
  await writeFile(join(fixture.folder, "latin.csv"), Buffer.from("file,title\na.wav,Größe\n", "latin1"));
  fixture.sandbox.faults.add({ match: { method: "POST", path: "/tracks" }, latencyMs: 4000 });
  return fixture;
}

async function play(kind: TerminalKind): Promise<void> {
  await using fixture = await fixtureOfScenes();
  const scenes = [...SCENES, ...folderScenes(fixture)];
  const running = fixture.home.start([], {
    columns: kind.columns,
    env: { ...kind.env, RESIZED: undefined, COMMAND_LINES: JSON.stringify(scenes.map(({ argv }) => argv)) },
    main: DRIVER,
    around: (command) => `tty; ${command}`,
  });
  const screen = new LiveTerminal(running, await running.printed(/=== 0/), kind.columns);
  for (const [index, scene] of scenes.entries()) {
    for (const step of kind.env.TERM === "dumb" && scene.dumb || scene.steps) {
      await untilShown(screen, index, step);
      for (const columns of step.keys ?? step.rows ? [40, 90, kind.columns] : []) {
        screen.resize(columns);
        await untilShown(screen, index, step);
      }
      const isPlain = kind.env.TERM === "dumb" || "NO_COLOR" in kind.env;
      assertEquals(isPlain && screen.lines.some(({ isStyled }) => isStyled), false);
      running.type(step.keys ?? "");
    }
  }
  assertEquals((await running.outcome).code, 0);
}

for (const kind of TERMINALS) {
  Deno.test({
    name: `tonearm: every question, list and bar is whole on a terminal with ${kind.name}`,
    ignore: without("script", "stty", "tty"),
    fn: () => play(kind),
  });
}
