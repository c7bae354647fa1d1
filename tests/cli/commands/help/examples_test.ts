import { assert, assertEquals } from "@std/assert";
import { commandTree, flatten } from "../../../../scripts/docs/reference/tree.ts";
import { openPage, plainCommand, type Setting } from "./help_lines.ts";
import { leaveOut, without } from "../../../support/programs.ts";

/** The lines of each page, in its order. */
const PAGES = new Map(
  flatten(await commandTree()).filter(({ examples }) => examples.length > 0)
    .map(({ path, examples }) => [path, examples.map(([, line]) => line)]),
);
const INTERRUPTED = { code: 130 } as const;
const WAITS: Setting = { types: [[/Ctrl-C to stop/, "\x03"]], ...INTERRUPTED };
const SERVES: Setting = { types: [[/(sandbox|my)-secret/, "\x03"]], ...INTERRUPTED, credentials: "none" };
const SAVED = "{ until test -s followers.json; do command -p sleep .1; done; echo It watches; } &";
const PLAYS: Setting = { needs: ["mpv"] };
const ASKS: Setting = { types: [[/\[y\/N\]/, "y\r"]] };
const CREATED = 'tonearm playlist create "Evening" 1145 soundcloud:tracks:1078';
const RECORDED = "tonearm insights record >/dev/null";
/** A blocked track among those that are played makes the exit code 8. */
const UNLIKE_BLOCKED =
  `tonearm likes --all --jq '.[] | select(.access == "blocked") | .urn' | tonearm unlike - >/dev/null`;
const PULLED = "tonearm pull catalogue >/dev/null && cp -r catalogue/. .";
const EDITED = `${PULLED}\nsed -i 's/Soft Meadow/Softer Meadow/' tracks.csv`;
const SIGNED_IN = "pass soundcloud-token | tonearm login --with-token";
const WORK = `${SIGNED_IN} --profile work`;
const speedOf = (speed: number) => `sed -i 's/^speed=.*/speed=${speed}/' "$MPV_HOME/mpv.conf"`;
const RUNNING = ': >ready; tonearm sandbox start >ready & trap "kill $!" EXIT; until grep -q ready ready; do :; done';

/** What a page takes for granted: a script that runs before its first line, and the credentials of all lines. */
const GRANTED: Readonly<Record<string, Pick<Setting, "before" | "credentials">>> = {
  "tonearm playlist add": { before: CREATED },
  "tonearm playlist remove": { before: `${CREATED}\ntonearm playlist add 121 - < tracks.txt` },
  "tonearm playlist move": { before: CREATED },
  "tonearm plan": { before: PULLED },
  "tonearm apply": { before: EDITED },
  "tonearm insights": { before: RECORDED },
  "tonearm insights report": { before: RECORDED },
  "tonearm insights export": { before: RECORDED },
  "tonearm insights import": { before: "printf 'urn,date,plays\\n1145,2020-01-01,7\\n' >plays.csv" },
  "tonearm insights backup": { before: RECORDED },
  "tonearm insights thin": { before: RECORDED },
  "tonearm insights forget": { before: `${RECORDED}; tonearm insights record --user night-ferry >/dev/null` },
  "tonearm auth": { credentials: "none" },
  "tonearm login": { credentials: "app" },
  "tonearm logout": { before: `${WORK}\n${SIGNED_IN}`, credentials: "none" },
  "tonearm profile list": { before: WORK, credentials: "none" },
  "tonearm profile use": { before: WORK, credentials: "none" },
  "tonearm profile remove": { before: `${WORK}\n${SIGNED_IN} --profile old`, credentials: "none" },
  "tonearm config unset": { before: "tonearm config set limit 5; tonearm config set alias.slow 'search lofi'" },
  "tonearm sandbox start": { credentials: "none" },
  "tonearm sandbox init": { credentials: "none" },
  "tonearm sandbox env": { credentials: "none" },
  "tonearm sandbox reset": { credentials: "none" },
  "tonearm sandbox exec": { credentials: "none" },
  "tonearm sandbox proxy": { credentials: "none" },
  "tonearm sandbox users": { credentials: "none" },
};

/** The settings of lines that need more than their page, by the start of the line. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  "tonearm track delete soundcloud": ASKS,
  "tonearm playlist delete soundcloud": ASKS,
  "tonearm play likes": {
    ...PLAYS,
    before: `${UNLIKE_BLOCKED}\n${speedOf(1)}`,
    types: [[/▶/, "q"]],
    after: speedOf(100),
  },
  "tonearm play ": PLAYS,
  "tonearm history --jq": PLAYS,
  "mpv ": PLAYS,
  "vlc ": { needs: ["curl"] },
  "tonearm feed --follow": WAITS,
  "tonearm insights record --every": { types: [[/requests|skipped/, "\x03"]], ...INTERRUPTED },
  "tonearm insights forget --track": ASKS,
  "tonearm watch comments": {},
  "tonearm watch milestones": { before: RECORDED },
  "tonearm watch followers": { before: SAVED, types: [[/It watches/, "\x03"]], ...INTERRUPTED },
  "tonearm watch": WAITS,
  "tonearm apply catalogue": {},
  "tonearm apply plan.json": {
    before: "sed -i 's/Softer Meadow/Softest Meadow/' tracks.csv\n" +
      "tonearm plan --output plan.json >/dev/null || test $? = 2",
  },
  "tonearm apply": ASKS,
  "tonearm auth status": {},
  "tonearm auth": { types: [[/Client id: /, "abc\r"], [/Client secret/, "app-secret\r"]] },
  "pass soundcloud | tonearm auth": { after: "tonearm profile list | grep work" },
  "tonearm login --no-browser": { opens: /http\S+authorize\S+(?=\s)/ },
  "tonearm login --pairing": { opens: /http\S+activate\/\S+(?=\s)/ },
  "tonearm login": { needs: ["curl"], after: "tonearm --profile default me" },
  "pass soundcloud-token": { credentials: "none", after: "tonearm me" },
  "tonearm sandbox start": SERVES,
  "tonearm sandbox init && ": SERVES,
  'eval "$(tonearm sandbox env)"': { before: RUNNING, after: "env | grep TONEARM_API_URL" },
  'eval "$(tonearm sandbox env --user 1)"': { before: RUNNING, after: "tonearm me" },
  "tonearm sandbox exec -- npm": { needs: ["npm"] },
  "tonearm sandbox exec -- python": { needs: ["python3"] },
  "tonearm sandbox proxy": { after: "python bot.py; kill $!", needs: ["python3"] },
  "source <(tonearm completions bash)": { after: "complete -p tonearm" },
  "source <(tonearm completions zsh)": {
    shell: "zsh",
    before: "autoload -Uz compinit && compinit -u -D",
    after: 'test -n "$_comps[tonearm]"',
  },
  "tonearm completions zsh": { shell: "zsh", before: 'fpath=("$PWD" $fpath)', after: "test -s _tonearm" },
  "tonearm completions fish |": { shell: "fish", after: "complete -C 'tonearm sea' | grep search" },
  "tonearm completions fish >": { shell: "fish", after: "test -s ~/.config/fish/completions/tonearm.fish" },
  "tonearm completions powershell | Add-Content": { shell: "pwsh", after: "Get-Content $PROFILE" },
  "tonearm completions powershell": { shell: "pwsh", after: "(TabExpansion2 'tonearm sea' 11).CompletionMatches" },
  "echo 'source": { after: "grep completions ~/.bashrc" },
};

/** Whether an executable is under test, which then runs every line. */
const isCompiled = Deno.env.has("TONEARM_BIN");

/** The setting of a line that needs nothing. */
const NONE: Setting = {};

function settingOf(line: string): Setting {
  return Object.entries(SETTINGS).find(([start]) => line.startsWith(start))?.[1] ?? NONE;
}

/** Whether a line can't run here; the first reason is printed. */
function isLeftOut(line: string): boolean {
  const { shell = "bash", types, needs = [] } = settingOf(line);
  const programs = [shell, ...(types ? ["script", "stty"] : []), ...(/\bjq -/.test(line) ? ["jq"] : []), ...needs];
  return replacesProgram(line) || without(...programs) || line.includes(" --port 8080") && isTaken(8080);
}

for (const [path, lines] of PAGES) {
  const { before, ...granted } = GRANTED[path] ?? {};
  Deno.test({
    name: `${path} --help: the examples run as they stand there, in this order`,
    async fn(t) {
      // All lines may be left out.
      assert(lines.length > 0);
      await using page = await openPage(path === "tonearm upgrade");
      if (before !== undefined) assertEquals((await page.run(":", { ...granted, before })).code, 0);
      for (const line of lines) {
        const setting = { ...granted, ...settingOf(line) };
        await t.step({
          name: line,
          ignore: plainCommand(line, setting) === undefined && isLeftOut(line),
          async fn() {
            const { code, stdout, stderr } = await page.run(line, setting);
            assertEquals(code, setting.code ?? 0, stderr + stdout);
          },
        });
      }
    },
  });
}

/** Returns whether a line replaces the executable under test: `tests/release/binary.ts` upgrades a copy instead. */
function replacesProgram(line: string): boolean {
  return line === "tonearm upgrade" && isCompiled;
}

/** Returns whether another program listens on a port that an example names. */
function isTaken(port: number): boolean {
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return false;
  } catch {
    return leaveOut([`port ${port} to be free`]);
  }
}

Deno.test("tonearm --help: each setting of the examples' tests is of an example", () => {
  const lines = [...PAGES.values()].flat();
  assert(lines.length > 100, String(lines.length));
  const used = new Set(lines.map(settingOf));
  assertEquals(Object.entries(SETTINGS).filter(([, setting]) => !used.has(setting)).map(([start]) => start), []);
  assertEquals(Object.keys(GRANTED).filter((path) => !PAGES.has(path)), []);
});
