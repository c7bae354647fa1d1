import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { emptyProject } from "../release/packed.ts";
import { CI, type CiFixture, ciFixture, inside, makeSounds, outcomes } from "../support/docs/ci.ts";
import { program, start } from "../support/cli/cli.ts";
import { fromNpm, without, withoutPackages, writeProgram } from "../support/programs.ts";

const TOOLBOX = await fromNpm("gitlab-ci-local", "node22");
const GITLAB = [`${TOOLBOX}/node_modules/node22/bin/node`, `${TOOLBOX}/node_modules/gitlab-ci-local/dist/index.js`];
const ignore = without("openssl", "script", "sh", "tar");
const HOUR_MS = 3_600_000;

/** A CI that runs the program from source. */
async function ciFromSource(): Promise<CiFixture> {
  const { folder, [Symbol.asyncDispose]: remove } = await emptyProject();
  const TONEARM = join(folder, "tonearm");
  const words = program().map((word) => `'${word}'`).join(" ");
  await writeProgram(TONEARM, `#!/bin/sh\nexec ${words} "$@"\n`);
  // The program from source needs what Deno was started with, such as the address of JSR.
  const fixture = await ciFixture({ ...Deno.env.toObject(), TONEARM });
  return {
    ...fixture,
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await remove();
    },
  };
}

/** The one step of the workflow that isn't another's action, as the runner starts it. */
async function step(): Promise<readonly string[]> {
  const { jobs } = parse(await readFile(join(CI, "github.yml"), "utf8"));
  const [only, ...others] = jobs.upload.steps.filter(({ run }: { run?: string }) => run);
  assertEquals(others, []);
  return ["bash", "-e", "-c", only.run];
}

Deno.test({
  name: "examples/ci/upload.sh uploads each file of a folder once over several runs and refreshes",
  ignore,
  async fn() {
    await using fixture = await ciFromSource();
    const run = await step();
    const first = await fixture.job(run, 2);
    assertEquals(outcomes(first), ["uploaded", "uploaded"], first.stderr);
    for (const sounds of [3, 4]) {
      fixture.served.sandbox.clock.advance(HOUR_MS);
      const next = await fixture.job(run, sounds);
      const known = Array.from({ length: sounds - 1 }, () => "already there");
      assertEquals(outcomes(next), [...known, "uploaded"], next.stderr);
    }
    const { total } = await fixture.served.getJson<{ total: number }>("/_sandbox/requests?method=POST&path=/tracks");
    assertEquals(total, 4);
  },
});

Deno.test({
  name: "examples/ci/upload.sh keeps the new refresh token of a run whose upload fails, and the next run continues",
  ignore,
  async fn() {
    await using fixture = await ciFromSource();
    const run = await step();
    fixture.served.sandbox.clock.advance(HOUR_MS);
    fixture.served.sandbox.faults.add({ match: { method: "POST", path: "/tracks" }, status: 403 });
    assertNotEquals((await fixture.job(run, 1)).code, 0);
    fixture.served.sandbox.faults.clear();
    fixture.served.sandbox.clock.advance(HOUR_MS);
    const next = await fixture.job(run, 1);
    assertEquals(outcomes(next), ["uploaded"], next.stderr);
  },
});

Deno.test({
  name: "examples/ci/upload.sh encrypts what it stores, and stops before the upload when the key is wrong",
  ignore,
  async fn() {
    await using fixture = await ciFromSource();
    const run = await step();
    await fixture.job(run, 1);
    const before = await fixture.cache();
    assertMatch(new TextDecoder().decode(before.slice(0, 8)), /^Salted__$/);
    const wrong = await fixture.job(["env", "STATE_KEY=wrong", ...run], 2);
    assertNotEquals(wrong.code, 0);
    assertEquals(wrong.stdout, "");
    assertEquals(await fixture.cache(), before);
  },
});

Deno.test({
  name: "examples/ci/gitlab.yml uploads a folder twice in gitlab-ci-local, each file once",
  ignore: ignore || without("git", "bash", "rsync") || withoutPackages(TOOLBOX),
  async fn() {
    await using fixture = await ciFromSource();
    await using project = await emptyProject();
    const { folder } = project;
    const git = (...args: string[]) => start(["git", "-C", folder, ...args], fixture.env).outcome;
    await copyFile(join(CI, "gitlab.yml"), join(folder, ".gitlab-ci.yml"));
    await copyFile(join(CI, "upload.sh"), join(folder, "upload.sh"));
    await mkdir(join(folder, "music"));
    await git("init", "-q", "-b", "main");
    await git("remote", "add", "origin", "git@gitlab.example:band/music.git");
    const author = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
    const variables = Object.entries(fixture.env).filter(([name]) => name !== "PATH" && name !== "HOME")
      .flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
    for (const sounds of [1, 2]) {
      await makeSounds(join(folder, "music"), sounds);
      await git("add", ".");
      assertEquals((await git(...author, "commit", "-qm", "sounds")).code, 0);
      fixture.served.sandbox.clock.advance(HOUR_MS);
      const args = ["--force-shell-executor", "--shell-isolation", ...variables];
      const { code, stdout, stderr } = await start(inside(folder, [...GITLAB, ...args]), fixture.env).outcome;
      assertEquals(code, 0, stdout + stderr);
      assert(stdout.includes('"outcome":"uploaded"'), stdout + stderr);
    }
    const { total } = await fixture.served.getJson<{ total: number }>("/_sandbox/requests?method=POST&path=/tracks");
    assertEquals(total, 2);
  },
});
