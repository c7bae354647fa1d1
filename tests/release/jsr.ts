/**
 * Rehearses a release on JSR: publishes everything to a local registry and uses it from there.
 *
 * The required stand-ins in `offline/` are published too, under the names of the packages that they replace.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { publish } from "../../scripts/release/publish.ts";
import { emptyProject } from "./packed.ts";
import { Registry } from "./registry.ts";
import { OPTIONS, publishable, STAND_INS } from "./stand_ins.ts";
import { ROOT, run } from "./toolbox.ts";

/** A program that uses the packages. */
const CONSUMER = `
import { ServiceClient, type ServiceUser } from "jsr:@tonearm/client@^1";
import { FileTokenStore } from "jsr:@tonearm/client@^1/file";
import { RedisTokenStore } from "jsr:@tonearm/client@^1/redis";
import { createSandbox } from "jsr:@tonearm/sandbox@^1";
using sandbox = createSandbox();
const client = new ServiceClient(sandbox.clientConfig);
client.setToken(sandbox.issueTokens().access_token);
const me: ServiceUser = await client.me.getMe();
console.log(me.kind, typeof FileTokenStore, typeof RedisTokenStore);
`;

const made = new AsyncDisposableStack();
Deno.test.afterAll(() => made.disposeAsync());
const registry = made.use(new Registry());
const { folder } = made.use(await emptyProject());
/** The machine's cache isn't used. */
const env = { JSR_URL: registry.url, DENO_DIR: join(folder, "cache"), NO_COLOR: "1" };
const deno = (args: readonly string[], cwd: string) => run([Deno.execPath(), ...args], cwd, env);

Deno.test("deno publish: publishes three packages and their dependencies", async () => {
  const tree = join(folder, "tree");
  await publishable(tree);
  await publish(tree, [...STAND_INS, ".", "sandbox", "cli"], OPTIONS, env);
  assertEquals(registry.names, [
    "@cliffy/command",
    "@std/cli",
    "@tonearm/cli",
    "@tonearm/client",
    "@tonearm/sandbox",
  ]);
});

Deno.test("deno publish: the library has no external imports, and only its files are published", async () => {
  const files = await registry.files("@tonearm/client");
  for (const [path, text] of files) {
    assertMatch(path, /^(src\/.+\.ts|mod\.ts|deno\.json|LICENSE|README\.md|CHANGELOG\.md)$/);
    if (path.endsWith(".ts")) assertEquals(/^(?!\s*\*).*from "(jsr:|npm:|@)/m.exec(text)?.[0], undefined, path);
  }
});

Deno.test("deno publish: the packages import each other and their dependencies with versions", async () => {
  for (const name of ["@tonearm/cli", "@tonearm/sandbox"]) {
    for (const [path, text] of await registry.files(name)) {
      if (!path.endsWith(".ts")) continue;
      for (const [, specifier = ""] of text.matchAll(/^(?!\s*\*).*(?:from |import\()"([^"]+)"/gm)) {
        assertMatch(specifier, /^(\.|node:|(jsr|npm):\/?(@[\w.-]+\/)?[\w-]+@\^?\d)/, `${name}/${path}`);
      }
    }
  }
});

Deno.test("deno publish: another project imports the packages, type-checks and runs", async () => {
  await writeFile(join(folder, "main.ts"), CONSUMER);
  await deno(["check", "-q", "main.ts"], folder);
  assertEquals((await deno(["run", "-q", "-A", "main.ts"], folder)).stdout, "user function function\n");
});

Deno.test("`deno run jsr:@tonearm/cli` starts, with its sandbox", async () => {
  const { version } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  assertEquals(
    (await deno(["run", "-q", "-A", "jsr:@tonearm/cli", "--version"], folder)).stdout,
    `tonearm ${version}\n`,
  );
  assertMatch((await deno(["run", "-q", "-A", "jsr:@tonearm/cli", "search", "--help"], folder)).stdout, /Usage/);
  const args = ["sandbox", "exec", "--allow-none", "--", "sh", "-c", "echo sandbox at $TONEARM_API_URL"];
  assertMatch((await deno(["run", "-q", "-A", "jsr:@tonearm/cli", ...args], folder)).stdout, /sandbox at/);
});

Deno.test("`deno install -gA -n tonearm jsr:@tonearm/cli` puts the program on PATH", async () => {
  const { version } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  await deno(
    ["install", "-q", "-gA", "-n", "tonearm", "--root", join(folder, "installed"), "jsr:@tonearm/cli"],
    folder,
  );
  const path = `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`;
  const program = join(folder, "installed/bin/tonearm");
  assertEquals((await run([program, "--version"], folder, { ...env, PATH: path })).stdout, `tonearm ${version}\n`);
});
