import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { emptyHome, type Home, program, serveWorld } from "../../../support/cli/cli.ts";
import { without, writeProgram } from "../../../support/programs.ts";

type Shell = "bash" | "zsh" | "fish";

/** Adds the program under test to PATH as `tonearm`. */
async function onPath(home: Home, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const bin = join(home.directory, "bin");
  await Deno.mkdir(bin, { recursive: true });
  const quoted = program().map((word) => `'${word}'`).join(" ");
  await writeProgram(join(bin, "tonearm"), `#!/bin/sh\nexec ${quoted} "$@"\n`);
  const env = home.env(more);
  return { ...env, PATH: `${bin}:${env.PATH}`, TERM: "dumb" };
}

/** Runs a line in a shell and returns its output; asserts that stderr is empty. */
async function inShell(shell: Shell, args: readonly string[], env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(shell, { args: [...args], env, clearEnv: true }).output();
  const decoder = new TextDecoder();
  assertEquals(decoder.decode(stderr), "");
  return decoder.decode(stdout);
}

/** Writes the completion script of a shell to a file, and returns a function that requests completions. */
async function install(
  home: Home,
  shell: Shell,
  more: Record<string, string> = {},
): Promise<(line: string) => Promise<string[]>> {
  const env = await onPath(home, more);
  const script = join(home.directory, `completion.${shell}`);
  await Deno.writeTextFile(script, (await home.run(["completions", shell])).stdout);
  return async (line) => {
    const offers = await inShell(shell, asking[shell](script, line), env);
    return offers.split("\n").map((offer) => offer.split("\t")[0]?.trim() ?? "").filter(Boolean).sort();
  };
}

const asking = {
  bash: (script: string, line: string) => [
    "--norc",
    "-c",
    `source ${script}; COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; _tonearm; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // Calls the function with the arguments that zsh passes to a completer, and prints the completions.
  zsh: (script: string, line: string) => [
    "-f",
    "-c",
    `compdef() { :; }
     _describe() { local name=$2; print -l -- "\${(@)\${(@)\${(@)\${(@P)name}//\\\\:/@@}%%:*}//@@/:}" }
     _files() { print -l -- \${words[CURRENT]}*(N) }
     source ${script}; words=(${line.replace(/ $/, ' ""')}); CURRENT=\${#words}; current="\${words[CURRENT]}"
     _tonearm | while read -r offer; do [[ "$offer" == "$current"* ]] && print -r -- "$offer"; done; true`,
  ],
  fish: (script: string, line: string) => ["--no-config", "-c", `source ${script}; complete -C '${line}'`],
} as const;

for (const shell of ["bash", "zsh", "fish"] as const) {
  Deno.test({
    name: `${shell} loads its script, and completes commands, options, values, fields, profiles and files`,
    ignore: without(shell),
    async fn() {
      await using home = await emptyHome({ TONEARM_TOKEN: "t" });
      for (const name of ["home", "work"]) {
        await Deno.mkdir(join(home.config, "profiles"), { recursive: true });
        const profile = JSON.stringify({ clientId: "a", clientSecret: "b" });
        await Deno.writeTextFile(join(home.config, "profiles", `${name}.json`), profile);
      }
      const offers = await install(home, shell);
      assertEquals(await offers("tonearm sea"), ["search"]);
      assertEquals(await offers("tonearm playlist cre"), ["create"]);
      assertEquals(await offers("tonearm search --lim"), ["--limit"]);
      assertEquals(await offers("tonearm playlist add --for"), ["--force"]);
      assertEquals(await offers("tonearm search --type "), ["playlists", "tracks", "users"]);
      assertEquals(await offers("tonearm --profile "), ["home", "work"]);
      assertEquals(await offers("tonearm profile use w"), ["work"]);
      assertEquals(await offers("tonearm -q playlist rem"), ["remove"]);
      // Bash takes what follows the equals sign for a word of its own.
      const after = (flag: string, value: string) => shell === "bash" ? value : flag + value;
      assertEquals(await offers("tonearm search --type=us"), [after("--type=", "users")]);
      assertEquals(await offers("tonearm pull --prefer r"), [
        "release=local",
        "release=remote",
        "release_date=local",
        "release_date=remote",
        "remote",
        "reveal_comments=local",
        "reveal_comments=remote",
        "reveal_stats=local",
        "reveal_stats=remote",
      ]);
      assertEquals(await offers("tonearm track 1 --json=urn,titl"), [after("--json=", "urn,title")]);
      await Deno.writeTextFile(join(home.directory, "night.flac"), "");
      const [file = ""] = await offers(`tonearm upload ${home.directory}/nig`);
      assertStringIncludes(file, "night.flac");
    },
  });
}

Deno.test({
  name: "tonearm completions bash: a file whose name has a space is one word",
  ignore: without("bash"),
  async fn() {
    await using home = await emptyHome({ TONEARM_TOKEN: "t" });
    await install(home, "bash");
    await Deno.writeTextFile(join(home.directory, "my song"), "text");
    const keys = "source completion.bash\\ntonearm upload --dry-run --force my\\t\\n";
    const typed = `cd '${home.directory}' && printf '${keys}' | HISTFILE= bash --norc -i 2>/dev/null`;
    assertStringIncludes(await inShell("bash", ["-c", typed], await onPath(home)), '"title":"my song"');
  },
});

for (const shell of ["bash", "zsh", "fish"] as const) {
  Deno.test({
    name: `${shell} completes your own playlists from the last run, without the network`,
    ignore: without(shell),
    async fn() {
      await using world = await serveWorld();
      const { home } = world;
      const made = await home.run(["playlist", "create", "Late Ferry", "--sharing", "public"]);
      assertEquals(made.code, 0);
      await home.run(["playlist", "create", "Nobody's", "--sharing", "private"]);
      const path = (await home.run(["playlists", "--json=permalink_url,urn,sharing"])).stdout;
      const rows: { permalink_url: string; urn: string; sharing: string }[] = JSON.parse(path);
      const [name = ""] = rows.filter(({ permalink_url: url }) => url.includes("late-ferry")).map((
        { permalink_url: url },
      ) => new URL(url).pathname.slice(1));
      const hidden = rows.filter(({ sharing }) => sharing === "private").map(({ urn }) => urn).sort();
      const offers = await install(home, shell, { TONEARM_API_URL: "http://127.0.0.1:1" });
      assertEquals(await offers(`tonearm playlist add ${name.slice(0, -3)}`), [name]);
      const listed = await offers("tonearm playlist show soundcloud:playlists:");
      assertEquals(listed.map((offer) => offer.replace(/^(soundcloud:playlists:)?/, "soundcloud:playlists:")), hidden);
      assertEquals((await home.run(["playlist", "delete", name, "--yes"])).code, 0);
      assertEquals(await offers(`tonearm playlist add ${name}`), []);
    },
  });
}

Deno.test("tonearm completions powershell: registers a completer that asks for offers as the other shells do", async () => {
  await using home = await emptyHome();
  const { code, stdout } = await home.run(["completions", "powershell"]);
  assertEquals(code, 0);
  assertMatch(stdout, /^Register-ArgumentCompleter -Native -CommandName tonearm -ScriptBlock \{$/m);
  // The dashes are quoted, because PowerShell removes bare ones before a script.
  assertStringIncludes(stdout, "$null | tonearm completions complete '--' @words 2>$null");
  assertStringIncludes(stdout, '$value, $about = $_ -split "`t", 2');
  const closing = { "(": ")", "[": "]", "{": "}" } as const;
  const open: string[] = [];
  for (const mark of stdout.replace(/'[^']*'|"[^"]*"|#.*/g, "").match(/[()[\]{}]/g) ?? []) {
    if (mark in closing) open.push(closing[mark as keyof typeof closing]);
    else assertEquals(mark, open.pop());
  }
  assertEquals(open, []);
});
