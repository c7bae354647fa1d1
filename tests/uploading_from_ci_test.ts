/**
 * The scripts and the workflows of `examples/ci`, run as a CI runs them: each time in a new workspace, to which only the
 * cache comes back.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { emptyProject, type Project } from "./release/packed.ts";
import { program, start } from "./support/cli.ts";
import type { Outcome } from "./support/machine.ts";
import { fromNpm, without, withoutPackages } from "./support/programs.ts";
import { type Served, serveSandbox } from "./support/served.ts";

const CI = fileURLToPath(new URL("../examples/ci/", import.meta.url));
const BOX = await fromNpm("gitlab-ci-local", "node22");
const GITLAB = [`${BOX}/node_modules/node22/bin/node`, `${BOX}/node_modules/gitlab-ci-local/dist/index.js`];
const ignore = without("openssl", "script", "sh", "tar");
const HOUR_MS = 3_600_000;

/** A sandbox, the secrets of a CI, and the runs of its job. */
interface World extends AsyncDisposable {
  readonly served: Served;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command in a new workspace with so many sounds, and gives what it printed. */
  job(command: readonly string[], sounds: number): Promise<Outcome>;
  /** What is in the cache. */
  cache(): Promise<Uint8Array>;
}

async function world(): Promise<World> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const served = await serveSandbox({ config: { transcodeDelayMs: 0, redirectUri } });
  listener.close();
  const made = await emptyProject();
  const wrapper = await commandIn(made);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    TONEARM: wrapper,
    TONEARM_API_URL: served.url,
    TONEARM_AUTH_URL: served.url,
    STATE_KEY: "correct horse battery staple",
  };
  const first = await firstState({ served, folder: made.folder }, env, port);
  const kept = join(made.folder, "cache");
  let jobs = 0;
  return {
    served,
    env: { ...env, TONEARM_STATE: first },
    async job(command, sounds) {
      const workspace = join(made.folder, `job-${++jobs}`);
      await mkdir(join(workspace, "music"), { recursive: true });
      await copyFile(join(CI, "upload.sh"), join(workspace, "upload.sh"));
      await makeSounds(join(workspace, "music"), sounds);
      await copyFile(kept, join(workspace, ".tonearm-state")).catch(() => {});
      const outcome = await start(inside(workspace, command), { ...env, TONEARM_STATE: first }).outcome;
      await copyFile(join(workspace, ".tonearm-state"), kept).catch(() => {});
      return outcome;
    },
    cache: () => readFile(kept),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await made[Symbol.asyncDispose]();
    },
  };
}

/** A command that runs in a folder. */
function inside(folder: string, command: readonly string[]): readonly string[] {
  return ["sh", "-c", 'cd "$0" && exec "$@"', folder, ...command];
}

/** The program from source, as one word that a shell runs. */
async function commandIn({ folder }: Project): Promise<string> {
  const path = join(folder, "tonearm");
  const words = program().map((word) => `'${word}'`).join(" ");
  await writeFile(path, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  return path;
}

/** So many sounds, no two of which are equal. */
async function makeSounds(folder: string, count: number): Promise<void> {
  const tone = await readFile(fileURLToPath(new URL("../examples/tone.wav", import.meta.url)));
  for (let number = 0; number < count; number++) {
    tone[tone.length - 2] = number;
    await writeFile(join(folder, `${number}.wav`), tone);
  }
}

/** What a person does once at a terminal: runs `first_state.sh`, and allows the access in a browser. */
async function firstState(world: { served: Served; folder: string }, env: World["env"], port: number): Promise<string> {
  const file = join(world.folder, "state.txt");
  const command = `sh '${CI}first_state.sh' --no-browser --port ${port} > '${file}'`;
  const terminal = start(["script", "-eqc", command, "/dev/null"], { ...env, TERM: "dumb" });
  const { clientId, clientSecret } = world.served.sandbox.clientConfig;
  await terminal.printed(/id.*: *$/i);
  terminal.type(`${clientId}\n`);
  await terminal.printed(/secret.*: *$/i);
  terminal.type(`${clientSecret}\n`);
  const [address = ""] = /http\S+authorize\S+/.exec(await terminal.printed(/authorize\S+\s/)) ?? [];
  const body = new URLSearchParams({ user: "1", decision: "allow" });
  await (await fetch(address, { method: "POST", body })).body?.cancel();
  const { code, stdout } = await terminal.outcome;
  assertEquals(code, 0, stdout);
  return await readFile(file, "utf8");
}

/** What became of each file. */
function outcomes({ stdout }: Outcome): string[] {
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line).outcome);
}

/** The one step of the workflow that isn't another's action, as the runner starts it. */
async function step(): Promise<readonly string[]> {
  const { jobs } = parse(await readFile(join(CI, "github.yml"), "utf8"));
  const [only, ...others] = jobs.upload.steps.filter(({ run }: { run?: string }) => run);
  assertEquals(others, []);
  return ["bash", "-e", "-c", only.run];
}

Deno.test({
  name: "examples/ci/upload.sh uploads a folder from run to run, each file once, across refreshes",
  ignore,
  async fn() {
    await using here = await world();
    const run = await step();
    const first = await here.job(run, 2);
    assertEquals(outcomes(first), ["uploaded", "uploaded"], first.stderr);
    for (const sounds of [3, 4]) {
      here.served.sandbox.clock.advance(HOUR_MS);
      const next = await here.job(run, sounds);
      const known = Array.from({ length: sounds - 1 }, () => "already there");
      assertEquals(outcomes(next), [...known, "uploaded"], next.stderr);
    }
    const { total } = await here.served.value<{ total: number }>("/_sandbox/requests?method=POST&path=/tracks");
    assertEquals(total, 4);
  },
});

Deno.test({
  name: "examples/ci/upload.sh keeps the new refresh token of a run whose upload fails, and the next run goes on",
  ignore,
  async fn() {
    await using here = await world();
    const run = await step();
    here.served.sandbox.clock.advance(HOUR_MS);
    here.served.sandbox.faults.add({ match: { method: "POST", path: "/tracks" }, status: 403 });
    assertNotEquals((await here.job(run, 1)).code, 0);
    here.served.sandbox.faults.clear();
    here.served.sandbox.clock.advance(HOUR_MS);
    const next = await here.job(run, 1);
    assertEquals(outcomes(next), ["uploaded"], next.stderr);
  },
});

Deno.test({
  name: "examples/ci/upload.sh encrypts what it keeps, and stops before it uploads where the key is wrong",
  ignore,
  async fn() {
    await using here = await world();
    const run = await step();
    await here.job(run, 1);
    const before = await here.cache();
    assertMatch(new TextDecoder().decode(before.slice(0, 8)), /^Salted__$/);
    const wrong = await here.job(["env", "STATE_KEY=wrong", ...run], 2);
    assertNotEquals(wrong.code, 0);
    assertEquals(wrong.stdout, "");
    assertEquals(await here.cache(), before);
  },
});

Deno.test({
  name: "examples/ci/gitlab.yml uploads a folder twice in gitlab-ci-local, each file once",
  ignore: ignore || without("git", "bash", "rsync") || withoutPackages(BOX),
  async fn() {
    await using here = await world();
    await using project = await emptyProject();
    const { folder } = project;
    const git = (...args: string[]) => start(["git", "-C", folder, ...args], here.env).outcome;
    await copyFile(join(CI, "gitlab.yml"), join(folder, ".gitlab-ci.yml"));
    await copyFile(join(CI, "upload.sh"), join(folder, "upload.sh"));
    await mkdir(join(folder, "music"));
    await git("init", "-q", "-b", "main");
    await git("remote", "add", "origin", "git@gitlab.example:band/music.git");
    const author = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
    const variables = Object.entries(here.env).filter(([name]) => name !== "PATH" && name !== "HOME")
      .flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
    for (const sounds of [1, 2]) {
      await makeSounds(join(folder, "music"), sounds);
      await git("add", ".");
      assertEquals((await git(...author, "commit", "-qm", "sounds")).code, 0);
      here.served.sandbox.clock.advance(HOUR_MS);
      const args = ["--force-shell-executor", "--shell-isolation", ...variables];
      const { code, stdout, stderr } = await start(inside(folder, [...GITLAB, ...args]), here.env).outcome;
      assertEquals(code, 0, stdout + stderr);
      assert(stdout.includes('"outcome":"uploaded"'), stdout + stderr);
    }
    const { total } = await here.served.value<{ total: number }>("/_sandbox/requests?method=POST&path=/tracks");
    assertEquals(total, 2);
  },
});
