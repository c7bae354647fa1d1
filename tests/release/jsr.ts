/**
 * Rehearses a release on JSR: publishes everything to a local registry and uses it from there.
 *
 * The required stand-ins in `offline/` are published too, under the names of the packages that they replace.
 *
 * @module
 */
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { copyTree } from "../../scripts/check/check_packages.ts";
import { publish } from "../../scripts/release/publish.ts";
import { emptyProject } from "./packed.ts";
import { Registry } from "./registry.ts";
import { ROOT, run } from "./toolbox.ts";

/** The stand-ins that the packages import. */
const NEEDED = ["cliffy_command", "std_cli"];

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

/** Adds the stand-ins to the workspace, and makes the required ones publishable. */
async function prepare(tree: string): Promise<void> {
  await copyTree(tree);
  const { lock: _, ...config } = JSON.parse(await Deno.readTextFile(join(tree, "deno.json")));
  const standIns = (await Array.fromAsync(Deno.readDir(join(tree, "offline")))).map(({ name }) => name);
  const workspace = [...config.workspace, ...standIns.map((name) => `./offline/${name}`)];
  await writeFile(
    join(tree, "deno.json"),
    JSON.stringify({ ...config, workspace, lock: false }),
  );
  for (const name of NEEDED) {
    const path = join(tree, "offline", name, "deno.json");
    const { publish: _, ...manifest } = JSON.parse(await Deno.readTextFile(path));
    await writeFile(path, JSON.stringify({ ...manifest, license: "MIT" }));
  }
}

Deno.test("deno publish: publishes three packages and their dependencies, and resumes a failed publication", async () => {
  const tree = join(folder, "tree");
  await prepare(tree);
  const folders = [...NEEDED.map((name) => `offline/${name}`), ".", "sandbox", "cli"];
  const go = () => publish(tree, folders, ["-q", "--no-check", "--token", "rehearsal", "--no-provenance"], env);
  registry.refuses = "@tonearm/sandbox";
  await assertRejects(go, Error, "Cannot publish sandbox");
  assertEquals(registry.names, ["@cliffy/command", "@std/cli", "@tonearm/client"]);
  registry.refuses = "";
  await go();
  await go();
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
