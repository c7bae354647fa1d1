import { assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import { emptyHome } from "../../../support/cli/cli.ts";
import { fromNpm, without, withoutPackages } from "../../../support/programs.ts";
import { type Language, languageProgram } from "../../../support/docs/shown.ts";

const FOLDER = fileURLToPath(new URL("behind_proxy/", import.meta.url));
const tools = await fromNpm("node24", "soundcloud-api-ts");

/** The output of every program: a title, the first line of a playlist, and the result for another host. */
const PRINTED = "Lost Window (lofi study mix)|#EXTM3U|refused\n";

/** A program with soundcloud-api-ts as installed, including its built-in URLs. */
const API_TS = `
import process from "node:process";
import { SoundCloudClient } from "soundcloud-api-ts";

const { TONEARM_CLIENT_ID: clientId, TONEARM_CLIENT_SECRET: clientSecret } = process.env;
const client = new SoundCloudClient({ clientId, clientSecret, redirectUri: "http://127.0.0.1:8765/callback" });
const { access_token: token } = await client.auth.getClientToken();
client.setToken(token);
const { title } = await client.tracks.getTrack(1078);
const { hls_aac_160_url } = await client.tracks.getStreams(1078);
const playlist = await fetch(hls_aac_160_url, { headers: { authorization: "OAuth " + token } });
const other = await fetch("https://example.com/").then(() => "reached", () => "refused");
console.log([title, (await playlist.text()).split("\\n")[0], other].join("|"));
`;

/** Tests a program that knows only the service's own URLs. */
function behindProxy(name: string, ignore: boolean, command: () => readonly string[]): void {
  Deno.test({
    name: `tonearm sandbox exec: ${name} reaches the sandbox at the service's URLs, and no other host`,
    ignore,
    async fn() {
      await using home = await emptyHome();
      const { code, stdout, stderr } = await home.spawn(["sandbox", "exec", "--", ...command()]);
      assertEquals({ code, stdout }, { code: 1, stdout: PRINTED }, stderr);
      assertStringIncludes(stderr, "The command ran through a proxy and tried to reach example.com");
      assertStringIncludes(stderr, "refused example.com, which is not the sandbox; --allow example.com permits it");
    },
  });
}

behindProxy("Deno's fetch", false, () => [Deno.execPath(), "run", "--no-config", "-A", `${FOLDER}bot.mjs`]);
behindProxy("soundcloud-api-ts as installed", withoutPackages(tools), () => {
  // Node resolves imports from the program's own folder.
  Deno.writeTextFileSync(`${tools}/bot_api_ts.mjs`, API_TS);
  return [`${tools}/node_modules/node24/bin/node`, `${tools}/bot_api_ts.mjs`];
});

/** Runs the tests in docs/testing/sandbox-server.md in a language with the page's command, then with another expected title. */
function testsIn(language: Language, needs: string, passed: RegExp): void {
  Deno.test({
    name:
      `tonearm sandbox exec: runs the ${language} tests of docs/testing/sandbox-server.md, and fails when they fail`,
    ignore: without(needs),
    async fn() {
      await using home = await emptyHome();
      const { file, args, code: program } = languageProgram(language);
      const path = `${home.directory}/${file}`;
      const run = async (text: string) => {
        await Deno.writeTextFile(path, text);
        const { code, stdout, stderr } = await home.spawn(args.map((arg) => arg === file ? path : arg));
        return { code, printed: stdout + stderr };
      };
      const { code, printed } = await run(program);
      assertEquals(code, 0, printed);
      assertMatch(printed, passed);
      assertNotEquals((await run(program.replace("Lost Window", "Found Window"))).code, 0);
      assertNotEquals((await run(program.replace("envoy_503", "envoy_504"))).code, 0);
    },
  });
}

testsIn("Python", "python3", /Ran 2 tests[^]*\nOK\n/);
testsIn("Go", "go", /^ok +\t?command-line-arguments/m);
testsIn("Ruby", "ruby", /2 runs, 3 assertions, 0 failures, 0 errors/);
testsIn("PHP", "php", /^(?:ok: titleOf\(\) .*\n){2}(?!ok)/m);
