import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { createSandbox } from "@tonearm/sandbox";
import { COMMANDS } from "../../../cli/commands.ts";
import { commandTree, flatten } from "../../../scripts/docs/reference/tree.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { envOf, type Outcome, runInProcess } from "../../support/cli/test_host.ts";
import { writeTone } from "../../support/sandbox/sounds.ts";

const TREE = new Map(flatten(await commandTree()).map((one) => [one.path.replace("tonearm ", ""), one]));

/** Commands that have no example to run here: they play, wait, sign in or serve, or write on this machine alone. */
const OTHERS =
  /^(play|watch|open|login|logout|auth|profile|profile use|profile remove|pull|plan|apply|mcp|doctor|upgrade|(insights|sandbox).*)$/;

const PLAIN = /^tonearm [\w@./:=,'[\]" -]+$/;
const SOUND = "night.wav";

/** Lines of examples that need nothing else than the sandbox, as words. */
function linesOf(path: string): string[][] {
  if (path === "upload") return [["upload", SOUND], ["upload", SOUND, "--public", "--tag", "rain"]];
  const lines = (TREE.get(path)?.examples ?? []).map(([, line]) => line)
    .filter((line) => PLAIN.test(line) && line.startsWith(`tonearm ${path}`) && !line.includes("--follow"));
  return lines.map((line) =>
    [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].slice(1).map(([, one, two, plain]) => one ?? two ?? plain ?? "")
  );
}

/** Runs a line on a new sandbox, and returns the writes that it sent: `PUT /tracks/1`. */
async function runOn(folder: string, words: readonly string[]): Promise<Outcome & { readonly writes: string[] }> {
  using sandbox = createSandbox();
  const writes: string[] = [];
  const env = { ...envOf(sandbox), TONEARM_DATA_DIR: await Deno.makeTempDir({ dir: folder }) };
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { method, url } = new Request(input, { ...init, body: null });
    if (method !== "GET") writes.push(`${method} ${new URL(url).pathname}`);
    return sandbox.fetch(input, init);
  };
  const argv = words.map((word) => word === SOUND ? join(folder, SOUND) : word);
  if (argv[0] === "playlist") await runInProcess(["playlist", "create", "Evening", "1145", "1078"], { env, fetch });
  writes.splice(0);
  return { ...await runInProcess(argv, { env, fetch }), writes };
}

Deno.test("tonearm --dry-run: every command that writes has it, shows the requests that it would send, and sends none", async (t) => {
  await using home = await emptyHome();
  await writeTone(join(home.directory, SOUND));
  for (const [path] of COMMANDS) {
    const hasOption = TREE.get(path)?.options.some(([flags]) => flags.includes("--dry-run")) ?? false;
    if (OTHERS.test(path)) {
      assertEquals(hasOption, path === "apply", path);
      continue;
    }
    await t.step(path, async () => {
      let hasWritten = false;
      for (const words of linesOf(path)) {
        const sent = await runOn(home.directory, /delete/.test(path) ? [...words, "--yes"] : words);
        hasWritten ||= sent.writes.length > 0;
        if (sent.writes.length === 0 || sent.code !== 0) continue;
        const dry = await runOn(home.directory, [...words, "--dry-run"]);
        const shown = dry.stdout.split("\n").filter(Boolean).map((line) => line.split(" ", 2).join(" "));
        assertEquals({ code: dry.code, writes: dry.writes, shown }, { code: 0, writes: [], shown: sent.writes });
        const json = JSON.parse((await runOn(home.directory, [...words, "--dry-run", "--json=method,path"])).stdout);
        assertEquals(json.map(({ method, path }: Record<string, string>) => `${method} ${path}`), sent.writes);
      }
      assertEquals(hasOption, hasWritten, `${path}: whether it has --dry-run, and whether it writes`);
    });
  }
  await t.step(
    "api, with the query of the request, and with the credentials of an app, which still gets a token",
    async () => {
      using sandbox = createSandbox();
      const { clientId, clientSecret } = sandbox.clientConfig;
      const app = { TONEARM_TOKEN: "", TONEARM_CLIENT_ID: clientId, TONEARM_CLIENT_SECRET: clientSecret };
      const words = ["api", "-X", "PUT", "/tracks/1?a=1", "--dry-run"];
      const { stdout } = await runInProcess(words, { env: { ...envOf(sandbox), ...app }, fetch: sandbox.fetch });
      assertEquals(stdout, "PUT /tracks/1?a=1\n");
    },
  );
});
