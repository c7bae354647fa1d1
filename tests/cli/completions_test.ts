import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { emptyHome, type Home, program } from "../support/cli.ts";
import { without } from "../support/programs.ts";

type Shell = "bash" | "zsh" | "fish";

/** Puts the program under test on a path as `tonearm`, and its completion script beside it. */
async function install(home: Home, shell: Shell): Promise<(line: string) => Promise<string[]>> {
  const bin = join(home.directory, "bin");
  await Deno.mkdir(bin, { recursive: true });
  const quoted = program().map((word) => `'${word}'`).join(" ");
  await Deno.writeTextFile(join(bin, "tonearm"), `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  const script = join(home.directory, `completion.${shell}`);
  await Deno.writeTextFile(script, (await home.run(["completions", shell])).stdout);
  const env = home.env();
  const path = { ...env, PATH: `${bin}:${env.PATH}`, TERM: "dumb" };
  return async (line) => {
    const command = new Deno.Command(shell, { args: asking[shell](script, line), env: path, clearEnv: true });
    const { stdout, stderr } = await command.output();
    const decoder = new TextDecoder();
    assertEquals(decoder.decode(stderr), "");
    return decoder.decode(stdout).split("\n").map((offer) => offer.split("\t")[0]?.trim() ?? "").filter(Boolean).sort();
  };
}

const asking = {
  bash: (script: string, line: string) => [
    "--norc",
    "-c",
    `source ${script}; COMP_WORDS=(${
      line.replace(/ $/, ' ""')
    }); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _tonearm; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // The function is called with the pieces that zsh gives a completer, and what it offers is printed.
  zsh: (script: string, line: string) => [
    "-f",
    "-c",
    `compdef() { :; }
     _describe() { local name=$2; print -l -- "\${(@P)name%%:*}" }
     compadd() { shift; print -l -- "$@" }
     source ${script}; words=(${line.replace(/ $/, ' ""')}); CURRENT=\${#words}; current="\${words[CURRENT]}"
     _tonearm | while read -r offer; do [[ "$offer" == "$current"* ]] && print -r -- "$offer"; done; true`,
  ],
  fish: (script: string, line: string) => ["--no-config", "-c", `source ${script}; complete -C '${line}'`],
} as const;

for (const shell of ["bash", "zsh", "fish"] as const) {
  Deno.test({
    name: `${shell} reads its script, and completes commands, options, values and profiles`,
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
    },
  });
}
