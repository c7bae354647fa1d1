import { assert, assertEquals } from "@std/assert";
import { createSandbox, type SandboxOptions } from "@tonearm/sandbox";
import { commandTree, flatten } from "../../scripts/reference/tree.ts";
import { runHere } from "../support/machine.ts";

/** The world that the examples speak of: `night-ferry` has tracks, and the user who is signed in has track 293 and playlist 1. */
const WORLD: SandboxOptions = {
  empty: true,
  users: [{ permalink: "night-ferry" }, { permalink: "me", plan: "Pro Unlimited" }],
  tracks: [
    { title: "Lost Window", user: "night-ferry" },
    ...Array.from({ length: 291 }, (_, i) => ({ title: `Track ${i + 2}`, user: "night-ferry" })),
    ...[{ title: "Ferry", user: "me" }, { title: "Harbour", user: "me" }],
  ],
  playlists: Array.from({ length: 293 }, (_, i) => ({
    title: `List ${i + 1}`,
    user: "me",
    tracks: ["lost-window", "ferry", "track-2"],
  })),
};

/** What an example needs done first, or in its input: what a line undoes, removes or reads. */
const BEFORE: Readonly<Record<string, string>> = {
  "unlike soundcloud:tracks:1": "like soundcloud:tracks:1",
  "unrepost soundcloud:tracks:1": "repost soundcloud:tracks:1",
  "unfollow soundcloud:users:1": "follow soundcloud:users:1",
};

/** Commands whose examples need a terminal, a folder, a program or a server, each with the test of the command. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...{ auth: "credentials_test.ts", login: "login_test.ts", logout: "credentials_test.ts", doctor: "doctor_test.ts" },
  ...{ profile: "credentials_test.ts", "--profile": "credentials_test.ts", upgrade: "upgrade_test.ts" },
  ...{ play: "play_test.ts", open: "commands_test.ts", watch: "watch_test.ts", upload: "upload_test.ts" },
  ...{ pull: "catalogue/catalogue_test.ts", plan: "catalogue/catalogue_test.ts" },
  ...{ apply: "catalogue/catalogue_test.ts", mcp: "mcp/tools_test.ts", sandbox: "sandbox_test.ts" },
  ...{ completions: "completions_test.ts", "feed --follow": "watch_test.ts", "--sandbox": "first_run_test.ts" },
};

const EXAMPLES = [...new Set(flatten(await commandTree()).flatMap(({ examples }) => examples.map(([, line]) => line)))];
/** Lines of one command, perhaps with its input from a file or with its output in `cut`. */
const PLAIN = EXAMPLES.filter((line) => /^tonearm (?!.*[;&$>])[^|]*(?:\| cut -f\d)?$/.test(line)).map((line) =>
  line.replace(/^tonearm /, "").replace(/ \| cut.*/, "")
);
const HERE = PLAIN.filter((line) => !Object.keys(ELSEWHERE).some((start) => `${line} `.startsWith(`${start} `)));

for (const line of HERE) {
  Deno.test(`tonearm ${line}: the example of the help succeeds`, async () => {
    using sandbox = createSandbox(WORLD);
    const { baseUrl, authUrl } = sandbox.clientConfig;
    const env = {
      TONEARM_API_URL: baseUrl,
      TONEARM_AUTH_URL: authUrl,
      TONEARM_TOKEN: sandbox.issueTokens("me").access_token,
    };
    const run = (text: string, stdin = "", columns?: number) =>
      runHere(words(text), { env, stdin, columns, fetch: (input, init) => sandbox.fetch(String(input), init) });
    const [command = "", file] = line.split(" < ");
    const before = BEFORE[command] ?? (file && /^un/.test(command) ? command.replace(/^un/, "") : undefined);
    const ids = command.startsWith("follow") || command.startsWith("unfollow") ? "1\n" : "1\n2\n";
    if (before) assertEquals((await run(before, ids)).code, 0);
    const asks = / delete (?!.*--yes)/.test(command);
    const outcome = await run(command, asks ? "yes\n" : file ? ids : "", asks ? 80 : undefined);
    assertEquals(outcome.code, 0, outcome.stderr + outcome.stdout);
  });
}

/** The words of a line, as a shell takes them. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|((?:[^\s"']|"[^"]*")+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
}

Deno.test("tonearm --help: every example is run here, or its command has its own test", async () => {
  assert(HERE.length > 70, String(HERE.length));
  for (const test of new Set(Object.values(ELSEWHERE))) {
    assert((await Deno.stat(new URL(test, import.meta.url))).isFile, test);
  }
  const starts = new Set([...EXAMPLES.join("\n").matchAll(/tonearm ([\w-]+)/g)].map(([, name = ""]) => name));
  const run = new Set([...HERE.map((line) => line.split(" ")[0]), ...Object.keys(ELSEWHERE)]);
  assertEquals([...starts].filter((name) => !run.has(name)), []);
});
