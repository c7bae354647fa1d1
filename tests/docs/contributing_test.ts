import { assert, assertEquals, assertMatch } from "@std/assert";
import { ROOMS } from "../../scripts/rooms.ts";

import { REPOSITORY } from "../../scripts/project.ts";

const ROOT = new URL("../../", import.meta.url);
const GUIDE = await read("CONTRIBUTING.md");
const WORKFLOWS = await Promise.all(
  ["test", "release", "lock", "codeql", "scorecard", "site"].map((name) => read(`.github/workflows/${name}.yml`)),
);

interface Manifest {
  readonly version: string;
  readonly tasks: Readonly<Record<string, unknown>>;
  readonly imports?: Readonly<Record<string, string>>;
  readonly scopes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

function read(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, ROOT));
}

async function manifest(path: string): Promise<Manifest> {
  return JSON.parse(await read(path));
}

Deno.test("CONTRIBUTING.md describes every task", async () => {
  const { tasks } = await manifest("deno.json");
  assertEquals(Object.keys(tasks).filter((name) => !new RegExp(`\\| \`deno task ${name}\\b[ \`]`).test(GUIDE)), []);
});

Deno.test("CONTRIBUTING.md describes every job of the tasks lab, build and release", async () => {
  const { tasks } = await manifest("deno.json");
  const jobs = Object.entries(ROOMS).flatMap(([room, jobs]) => Object.keys(jobs).map((name) => `${room} ${name}`));
  assertEquals(jobs.filter((name) => !GUIDE.includes(`| \`deno task ${name}`)), []);
  assertEquals(Object.keys(ROOMS).filter((room) => !(room in tasks)), []);
});

Deno.test("deno.json lists at most 20 tasks", async () => {
  assert(Object.keys((await manifest("deno.json")).tasks).length <= 20);
});

Deno.test("ROOMS: each job's script or tests exist", async () => {
  for (const { run, test } of Object.values(ROOMS).flatMap((jobs) => Object.values(jobs))) {
    const paths = run ? run.slice(1, 2).map((path) => `scripts/${path}`) : (test ?? []).slice(1);
    for (const path of paths.filter((path) => path.endsWith(".ts"))) {
      assert((await Deno.stat(new URL(path, ROOT))).isFile);
    }
  }
});

Deno.test(".github/workflows and the gate name existing jobs", async () => {
  for (const text of [...WORKFLOWS, await read("scripts/check/ci.ts")]) {
    for (
      const [, room = "", name = ""] of text.matchAll(
        /\b(?:deno task |task\(")(lab|build|release)(?:", \d+, "| )(\w+)/g,
      )
    ) {
      assert(ROOMS[room]?.[name], `${room} ${name}`);
    }
  }
});

Deno.test("CONTRIBUTING.md has a reason for every imported package, including those of offline/", async () => {
  const standIns = (await Array.fromAsync(Deno.readDir(new URL("offline/", ROOT)))).map(({ name }) =>
    `offline/${name}`
  );
  const manifests = await Promise.all(
    [".", "cli", "sandbox", "docs/site", ...standIns].map((path) => manifest(`${path}/deno.json`)),
  );
  const maps = manifests.flatMap(({ imports = {}, scopes = {} }) => [imports, ...Object.values(scopes)]);
  const targets = maps.flatMap((each) => Object.values(each)).filter((target) => !target.startsWith("./"));
  const names = new Set(targets.map(packageName));
  const [, table = ""] = /## Dependencies\n([^]*?)\n## /.exec(GUIDE) ?? [];
  assertEquals([...names].filter((name) => !table.includes(`\`${name}\``)), []);
  assert(names.size > 15);
});

function packageName(specifier: string): string {
  return /^(?:npm|jsr):\/?((?:@[^/]+\/)?[^@/]+)/.exec(specifier)?.[1] ?? specifier;
}

Deno.test(".github/workflows: use actions pinned to a commit, and existing tasks", async () => {
  const { tasks } = await manifest("deno.json");
  for (const text of WORKFLOWS) {
    const uses = [...text.matchAll(/uses: (?!\.\/)(.+)/g)].map(([, action = ""]) => action);
    assert(uses.length > 1);
    for (const action of uses) assertMatch(action, /^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const [, name = ""] of text.matchAll(/deno task ([\w:]+)/g)) assert(name in tasks, name);
  }
});

Deno.test(".github/workflows: install the Deno version that README.md names", async () => {
  const [, version] = /npx -y deno@([\d.]+) /.exec(await read("README.md")) ?? [];
  const installed = WORKFLOWS.flatMap((text) => [...text.matchAll(/deno-version: (\S+)/g)].map(([, found]) => found));
  assertEquals(new Set(installed), new Set([`v${version}`]));
});

Deno.test("CHANGELOG.md begins with the version of the packages, or with unreleased changes", async () => {
  const versions = await Promise.all([".", "cli", "sandbox"].map((path) => manifest(`${path}/deno.json`)));
  const [newest] = [...(await read("CHANGELOG.md")).matchAll(/^## (\S+)/gm)].flatMap(([, title = ""]) =>
    title === "Unreleased" ? [] : [title]
  );
  assertEquals(versions.map(({ version }) => version), [newest, newest, newest]);
});

Deno.test(".github/workflows: every URL of the repository is the one of scripts/project.ts", async () => {
  for (const path of [".github/ISSUE_TEMPLATE/config.yml", "install/install.sh"]) {
    const name = new URL(REPOSITORY).pathname.slice(1);
    assert((await read(path)).includes(name), path);
  }
  assertMatch(await read(".github/workflows/release.yml"), /grep -qF .* scripts\/project\.ts/);
});
