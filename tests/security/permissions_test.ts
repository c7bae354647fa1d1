import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../scripts/deno.ts";
import { playerFixture } from "../support/cli/players.ts";
import { ran, without } from "../support/programs.ts";
import { Releases } from "../support/cli/releases.ts";
import { emptyHome, type Home, serveWorld, start } from "../support/cli/cli.ts";

const ROOT = new URL("../../", import.meta.url);

type Grant = true | readonly string[] | {
  readonly allow?: readonly string[];
  readonly ignore: true | readonly string[];
};
/** A sound that the sandbox has to look into, with a package that lists the whole environment. */
const TONE = fileURLToPath(new URL("examples/tone.wav", ROOT));

type Kind = "read" | "write" | "env" | "sys" | "run" | "net";
type Permissions = Readonly<Partial<Record<Kind, Grant>>>;

const SETS: Readonly<Record<string, Permissions>> = JSON.parse(
  await Deno.readTextFile(new URL("deno.json", ROOT)),
).permissions;

/** One check of a permission, as Deno wrote it down. */
interface Use {
  readonly permission: string;
  readonly value: string | null;
}

/** Where Deno writes the checks of a program down, and what it has written. */
interface Audit extends AsyncDisposable {
  /** Variables that switch it on for one program more. */
  next(): Record<string, string>;
  uses(): Promise<Use[]>;
}

async function audit(): Promise<Audit> {
  const folder = await Deno.makeTempDir();
  let count = 0;
  return {
    next: () => ({ DENO_AUDIT_PERMISSIONS: join(folder, `${count++}.jsonl`) }),
    async uses() {
      const files = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) =>
        Deno.readTextFile(join(folder, name))
      );
      return (await Promise.all(files)).join("\n").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** What a set grants and nobody used. Of running programs Deno writes nothing down. */
function unused(set: Permissions, uses: readonly Use[]): string[] {
  return Object.entries(set).flatMap(([kind, grant]) => {
    const values = uses.filter(({ permission }) => permission === kind).map(({ value }) => value ?? "");
    if (kind === "run") return [];
    if (grant === true) return values.length > 0 ? [] : [kind];
    const names = "allow" in grant || "ignore" in grant ? grant.allow ?? [] : grant;
    return names.filter((name) => !values.some((value) => covers(kind, name, value))).map((name) => `${kind} ${name}`);
  });
}

function covers(kind: string, granted: string, used: string): boolean {
  if (kind === "net") return URL.canParse(used) ? new URL(used).hostname === granted : used.startsWith(granted);
  return granted === used || granted === ".";
}

/** Runs the program with the set `cli` or `exec`, and writes its checks down. */
async function runAll(home: Home, book: Audit, lines: readonly (readonly string[])[], env = {}): Promise<void> {
  for (const line of lines) {
    const { code, stderr } = await home.spawn(line, { env: { ...env, ...book.next() } });
    assert(!/NotCapable|Requires \w+ access/.test(stderr), `${line.join(" ")}: ${stderr}`);
    assert(code === 0 || line[0] === "doctor", `${line.join(" ")}: ${code} ${stderr}`);
  }
}

const APPLICATION = { clientId: "sandbox-client", clientSecret: "sandbox-secret" };

/** Where Deno keeps its modules, for a run without a home. */
async function cacheFolder(): Promise<string> {
  return JSON.parse((await ran(Deno.execPath(), ["info", "--json"])).stdout).denoDir;
}

Deno.test({
  name: "deno.json: the command line needs exactly the permissions of its set",
  ignore: without("mpv", "script", "sh"),
  fn: commandLineRights,
});

async function commandLineRights(): Promise<void> {
  await using book = await audit();
  await using fixture = await playerFixture({ speed: 100 });
  await using releases = await new Releases().publish("99.0.0");
  const { home } = fixture;
  const track = (await fixture.trackWith("playable")).urn;
  const browser = { BROWSER: "true", TONEARM_RELEASES: releases.address };
  await Deno.copyFile(TONE, join(home.directory, "a.wav"));
  await runAll(home, book, [
    ["me"],
    ["search", "lofi", "--limit", "2"],
    ["open", track],
    ["upload", join(home.directory, "a.wav"), "--dry-run"],
    ["--sandbox", "track", track],
    ["doctor"],
    ["upgrade"],
    ["sandbox", "reset"],
    ["--sandbox", "upload", TONE, "--title", "x"],
  ], browser);
  await runAll(home, book, [["play", track]], fixture.env("mpv"));
  await using other = await emptyHome({ ...fixture.address });
  await other.spawn(["me"], { env: book.next() });
  await Deno.mkdir(join(other.config, "profiles"), { recursive: true });
  const application = { ...APPLICATION, apiUrl: fixture.url, authUrl: fixture.url };
  await Deno.writeTextFile(join(other.config, "profiles", "default.json"), JSON.stringify(application));
  await runAll(other, book, [["search", "lofi"]]);
  const nowhere = { TONEARM_CONFIG_DIR: undefined, HOME: undefined, DENO_DIR: await cacheFolder() };
  await other.spawn(["profile", "list"], { env: { ...nowhere, ...book.next() } });
  await home.spawn(["track", track], { columns: 80, env: book.next() });
  await home.spawn(["search", "lofi"], { columns: 0, env: book.next() });
  const pager = { TONEARM_PAGER: undefined, PAGER: "cat -" };
  await home.spawn(["search", "lofi"], { columns: 80, env: { ...pager, ...book.next() } });
  // `tonearm login --pairing` names the machine, and waits for a person; `sandbox exec`, below, needs the group.
  assertEquals(unused(SETS["cli"] ?? {}, await book.uses()), ["sys gid", "sys hostname"]);
}

Deno.test({
  name: "`sandbox exec` needs each permission of its set, because it passes on the whole environment",
  ignore: without("true", "env"),
  async fn() {
    await using book = await audit();
    await using world = await serveWorld();
    const line = [
      "sandbox",
      "exec",
      "--user",
      "1",
      "--data",
      join(world.home.directory, "d"),
      "--allow-none",
      "--",
      "true",
    ];
    await runAll(world.home, book, [line]);
    // Two programs at once would write into each other's lines.
    const own = Object.entries(book.next()).map(([name, value]) => `${name}=${value}`);
    const inner = ["env", ...own, ...tonearm(await chooseConfig()), "me", "--sandbox"];
    await runAll(world.home, book, [["sandbox", "exec", "--allow-none", "--", ...inner]]);
    const uses = await book.uses();
    assert(uses.some(({ permission, value }) => permission === "env" && value === null));
    assertEquals(unused({ ...SETS["exec"], sys: [] }, uses), []);
  },
});

function tonearm(config: string): string[] {
  return [Deno.execPath(), "run", "-q", "--config", config, "-P=exec", fileURLToPath(new URL("cli/main.ts", ROOT))];
}

/** Runs a script of the project with a set, and gives its checks. */
async function usesOf(set: string, ...args: string[]): Promise<Use[]> {
  await using book = await audit();
  const words = ["run", "-q", "--no-prompt", "--config", await chooseConfig(), `-P=${set}`, ...args];
  const { code, stderr } = await ran(Deno.execPath(), words, { cwd: ROOT, env: book.next() });
  assertEquals(code, 0, stderr);
  return await book.uses();
}

Deno.test("`deno task sandbox` needs exactly the permissions of its set", async () => {
  await using book = await audit();
  await using home = await emptyHome();
  const config = await chooseConfig();
  const main = fileURLToPath(new URL("cli/main.ts", ROOT));
  const words = [
    Deno.execPath(),
    "run",
    "-q",
    "--no-prompt",
    "--config",
    config,
    "-P=sandbox",
    main,
    "sandbox",
    "start",
  ];
  const elsewhere = { HOME: home.directory, DENO_DIR: await cacheFolder() };
  for (const data of [home.data, undefined]) {
    const running = start(words, home.env({ ...elsewhere, TONEARM_DATA_DIR: data, ...book.next() }));
    const url = /http:[^ ]+/.exec(await running.printed(/ready at http:\S+ /))?.[0].replace(/\/$/, "");
    const token = await (await fetch(`${url}/_sandbox/tokens`, { method: "POST" })).json();
    const form = new FormData();
    form.set("track[title]", "x");
    form.set("track[asset_data]", new Blob([await Deno.readFile(TONE)]), "x.wav");
    const headers = { authorization: `OAuth ${token.access_token}` };
    const reply = await fetch(`${url}/tracks`, { method: "POST", body: form, headers });
    assertEquals(reply.status, 201);
    assertEquals(typeof (await reply.json()).urn, "string");
    running.signal("SIGTERM");
    await running.outcome;
  }
  assertEquals(unused(SETS["sandbox"] ?? {}, await book.uses()), []);
});

Deno.test("deno.json: the demonstration needs exactly the permissions of its set", async () => {
  assertEquals(unused(SETS["demo"] ?? {}, await usesOf("demo", "scripts/docs/demo.ts")), []);
});

Deno.test("deno.json: docs/contributing/security.md has a reason for each unrestricted permission", async () => {
  const text = await Deno.readTextFile(new URL("docs/contributing/security.md", ROOT));
  const broad = Object.entries(SETS).flatMap(([name, set]) =>
    Object.entries(set).filter(([, grant]) => grant === true).map(([kind]) => `${name} ${kind}`)
  );
  const documented = [...text.matchAll(/^\| `(\w+)` +\| ([a-z, ]+?) +\| /gm)].flatMap(([, name, kinds = ""]) =>
    kinds.split(", ").map((kind) => `${name} ${kind}`)
  );
  assertEquals(broad.toSorted(), documented.toSorted());
});

Deno.test("deno.json: every test that docs/contributing/security.md names exists", async () => {
  const text = await Deno.readTextFile(new URL("docs/contributing/security.md", ROOT));
  const named = [...text.matchAll(/`([\w/]+_test\.ts)`/g)].map(([, path]) => path);
  assert(named.length > 20);
  for (const path of named) assert((await Deno.stat(new URL(`tests/${path}`, ROOT))).isFile, path);
});
