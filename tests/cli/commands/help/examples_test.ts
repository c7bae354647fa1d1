import { assert, assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { commandTree, flatten } from "../../../../scripts/docs/reference/tree.ts";
import { runLine, type Setting } from "../../../support/cli/help_lines.ts";
import { runInProcess } from "../../../support/cli/test_host.ts";
import { leaveOut, without } from "../../../support/programs.ts";

const EXAMPLES = [...new Set(flatten(await commandTree()).flatMap(({ examples }) => examples.map(([, line]) => line)))];
const INTERRUPTED = { code: 130 } as const;
const WAITS: Setting = { types: [[/Ctrl-C to stop/, "\x03"]], ...INTERRUPTED };
const SERVES: Setting = { types: [[/(sandbox|my)-secret/, "\x03"]], ...INTERRUPTED, credentials: "none" };
const SAVED = "{ until test -s followers.json; do command -p sleep .1; done; echo It watches; } &";
const PLAYS: Setting = { needs: ["mpv"] };
const ASKS: Setting = { types: [[/\[y\/N\]/, "y\r"]] };
const CREATED: Setting = { before: 'tonearm playlist create "Evening" 1145 soundcloud:tracks:1078' };
/** A blocked track among those that are played makes the exit code 8. */
const UNLIKE_BLOCKED =
  `tonearm likes --all --jq '.[] | select(.access == "blocked") | .urn' | tonearm unlike - >/dev/null`;
const PULLED = "tonearm pull catalogue >/dev/null && cp -r catalogue/. .";
const EDITED = `${PULLED}\nsed -i 's/Soft Meadow/Softer Meadow/' tracks.csv`;
const WORK = "pass soundcloud-token | tonearm login --with-token --profile work";
const RUNNING = 'tonearm sandbox start >ready & trap "kill $!" EXIT; until grep -q ready ready; do :; done';

/** The settings of lines that need more than the sandbox, by the start of the line. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  "tonearm unfollow soundcloud": { before: "tonearm follow soundcloud:users:9" },
  "tonearm unfollow -": { before: "tonearm follow - < users.txt" },
  "tonearm track delete soundcloud": ASKS,
  "tonearm playlist delete soundcloud": ASKS,
  "tonearm playlist add ": CREATED,
  "tonearm playlist remove 121 -": { before: `${CREATED.before}\ntonearm playlist add 121 - < tracks.txt` },
  "tonearm playlist remove": CREATED,
  "tonearm playlist move": CREATED,
  "tonearm play likes": { before: UNLIKE_BLOCKED, types: [[/▶/, "q"]], speed: 1, ...PLAYS },
  "tonearm play ": PLAYS,
  "tonearm history --jq": PLAYS,
  "mpv ": PLAYS,
  "vlc ": { needs: ["curl"] },
  "tonearm feed --follow": WAITS,
  "tonearm insights record --every": { types: [[/requests/, "\x03"]], ...INTERRUPTED },
  "tonearm insights record": {},
  "tonearm insights import": { before: "printf 'urn,date,plays\\n1145,2020-01-01,7\\n' >plays.csv" },
  "tonearm insights forget --track": { ...ASKS, before: "tonearm insights record >/dev/null" },
  "tonearm insights": { before: "tonearm insights record >/dev/null" },
  "tonearm watch comments": {},
  "tonearm watch milestones": { before: "tonearm insights record >/dev/null" },
  "tonearm watch followers": { before: SAVED, types: [[/It watches/, "\x03"]], ...INTERRUPTED },
  "tonearm watch": WAITS,
  "tonearm plan": { before: PULLED },
  "tonearm apply catalogue": { before: PULLED },
  "tonearm apply plan.json": { before: `${EDITED}\ntonearm plan --output plan.json >/dev/null || test $? = 2` },
  "tonearm apply": { ...ASKS, before: EDITED },
  "tonearm auth status": {},
  "tonearm auth": { types: [[/Client id: /, "abc\r"], [/Client secret/, "app-secret\r"]], credentials: "none" },
  "pass soundcloud | tonearm auth": { credentials: "none", after: "tonearm profile list | grep work" },
  "tonearm login --no-browser": { opens: /http\S+authorize\S+(?=\s)/, credentials: "app" },
  "tonearm login --pairing": { opens: /http\S+activate\/\S+(?=\s)/, credentials: "app" },
  "tonearm login": { credentials: "app", needs: ["curl"], after: "tonearm --profile default me" },
  "pass soundcloud-token": { credentials: "none", after: "tonearm me" },
  "tonearm logout": { before: `${WORK}\n${WORK.replace(" --profile work", "")}`, credentials: "none" },
  "tonearm profile": { before: WORK, credentials: "none" },
  "tonearm --profile work": { before: WORK, credentials: "none" },
  "tonearm sandbox start": SERVES,
  "tonearm sandbox init && ": SERVES,
  'eval "$(tonearm sandbox env)"': { before: RUNNING, credentials: "none", after: "env | grep TONEARM_API_URL" },
  'eval "$(tonearm sandbox env --user 1)"': { before: RUNNING, credentials: "none", after: "tonearm me" },
  "tonearm sandbox exec -- npm": { credentials: "none", needs: ["npm"] },
  "tonearm sandbox exec -- python": { credentials: "none", needs: ["python3"] },
  "tonearm sandbox proxy": { credentials: "none", after: "python bot.py; kill $!", needs: ["python3"] },
  "tonearm sandbox": { credentials: "none" },
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
  "tonearm config unset": { before: "tonearm config set limit 5; tonearm config set alias.slow 'search lofi'" },
  "tonearm config": {},
  "echo 'source": { after: "grep completions ~/.bashrc" },
};

/** Whether an executable is under test, which then runs every line. */
const isCompiled = Deno.env.has("TONEARM_BIN");

function settingOf(line: string): Setting | undefined {
  return Object.entries(SETTINGS).find(([start]) => line.startsWith(start))?.[1];
}

for (const line of EXAMPLES) {
  const setting = settingOf(line);
  const { shell = "bash", types, needs = [] } = setting ?? {};
  // A single command without special characters runs in this process, which is faster.
  const isPlain = !isCompiled && setting === undefined && /^tonearm [\w@./:=, -]+$/.test(line) &&
    !/pull|upload|init|upgrade|open|(track|playlist) edit/.test(line);
  const programs = [shell, ...(types ? ["script", "stty"] : []), ...(/\bjq -/.test(line) ? ["jq"] : []), ...needs];
  Deno.test({
    name: `${line}: the example of the help runs as it stands there`,
    ignore: replacesProgram(line) ||
      !isPlain && (without(...programs) || line.includes(" --port 8080") && isTaken(8080)),
    async fn() {
      const { code, stdout, stderr } = isPlain ? await runPlain(line) : await runLine(line, setting ?? {});
      assertEquals(code, setting?.code ?? 0, stderr + stdout);
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

/** Runs a line whose arguments contain no spaces. */
async function runPlain(line: string) {
  using sandbox = createSandbox();
  const { baseUrl, authUrl } = sandbox.clientConfig;
  const env = {
    TONEARM_API_URL: baseUrl,
    TONEARM_AUTH_URL: authUrl,
    TONEARM_TOKEN: sandbox.issueTokens().access_token,
    TONEARM_CONFIG_DIR: "/nonexistent",
  };
  return await runInProcess(line.split(" ").slice(1), { env, fetch: sandbox.fetch });
}

Deno.test("tonearm --help: each setting of the examples' tests is of an example", () => {
  assert(EXAMPLES.length > 100, String(EXAMPLES.length));
  const used = new Set(EXAMPLES.map(settingOf));
  assertEquals(Object.entries(SETTINGS).filter(([, setting]) => !used.has(setting)).map(([start]) => start), []);
});
