/**
 * Rehearses the workflow _release_: its own lines, in their order, against a registry of npm, a page of releases and a
 * `gh` of this machine. `.ci/run` runs the long lines (check, tests, builds) as steps of its own, so here their results
 * stand in: packages and archives of the right names. Publishing to JSR is in `jsr.ts`.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setVersion } from "../../scripts/release/version.ts";
import { pathToFileURL } from "node:url";
import { copyTree } from "../../scripts/check/check_packages.ts";
import { emptyProject } from "./packed.ts";
import { ROOT, run } from "./toolbox.ts";
import { Page, writePrograms } from "./workflow/github.ts";
import { PublishingRegistry } from "./workflow/npm.ts";
import { type Ended, needsOf, type Place, readWorkflow, runJob, type Workflow } from "./workflow/runner.ts";

const PACKAGES = ["@tonearm/client", "@tonearm/sandbox", "tonearm"];
const TARGETS = ["linux-x64", "linux-arm64", "macos-x64", "macos-arm64"];
/** Lines that are steps of `.ci/run`, or need what only GitHub or Deno's servers have. */
const ELSEWHERE = [/deno task (lock|check|build|release (sources|publish))\b/, /^mkdir -p dist && npm pack/];

const workflow = await readWorkflow(`${ROOT}.github/workflows/release.yml`);
const made = new AsyncDisposableStack();
Deno.test.afterAll(() => made.disposeAsync());
const { folder } = made.use(await emptyProject());
const origin = join(folder, "origin");
await mkdir(origin);
const git = (...args: string[]) => run(["git", "-C", origin, ...args], origin, { HOME: folder });
/** Where Deno keeps its modules, for lines with another home. */
const cache: string =
  JSON.parse((await run([Deno.execPath(), "info", "--json", "--no-config"], folder)).stdout).denoDir;
await prepare();

/** A repository with signed tags, as the release has one. */
async function prepare(): Promise<void> {
  await copyTree(origin);
  await cp(`${ROOT}.github`, join(origin, ".github"), { recursive: true });
  await cp(`${ROOT}install`, join(origin, "install"), { recursive: true });
  await cp(`${ROOT}deno.lock`, join(origin, "deno.lock"));
  await run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", join(folder, "key")], folder);
  await git("init", "-q", "-b", "main");
  const settings = {
    "user.name": "a",
    "user.email": "a@a.example",
    "gpg.format": "ssh",
    "user.signingkey": `${folder}/key`,
  };
  for (const [name, value] of Object.entries(settings)) await git("config", name, value);
  const tagged: readonly (readonly [version: string, ...options: string[]])[] = [
    ["98.0.0", "-s"],
    ["98.1.0-rc.1", "-s"],
    ["98.1.0", "-s"],
    ["98.2.0", "-a"],
    ["98.3.0"],
  ];
  for (const [version, ...options] of tagged) await commit(version, options);
  await git("tag", "-s", "-m", "another", "v99.0.0");
  await git("switch", "-qc", "aside");
  await commit("98.4.0", ["-s"]);
  await git("switch", "-q", "main");
}

/** Commits a version, and tags it; without options, by a name alone. */
async function commit(version: string, options: readonly string[]): Promise<void> {
  await head(version);
  await git("add", "-A");
  await git("commit", "-qm", version);
  await git("tag", ...options, ...(options.length > 0 ? ["-m", version] : []), `v${version}`);
}

/** Gives the tree another version, with a change to tell of. */
async function head(version: string): Promise<void> {
  const path = join(origin, "CHANGELOG.md");
  const text = await Deno.readTextFile(path);
  if (!/^## Unreleased$|^## 98\.1\.0-rc/m.test(text)) {
    await writeFile(path, text.replace(/^## /m, `## Unreleased\n\n### Fixed\n\n- What ${version} mends.\n\n## `));
  }
  await setVersion(version, pathToFileURL(`${origin}/`));
}

/** A run of the workflow for a tag, on a page and a registry of its own. */
class Rehearsal implements AsyncDisposable {
  readonly npm: PublishingRegistry = new PublishingRegistry();
  readonly folder: string = join(folder, crypto.randomUUID());
  page!: Page;
  /** Changes what was built, before the lines that go on with it. */
  spoil: (dist: string) => Promise<void> = () => Promise.resolve();
  /** The workflow, in which a mistake may be planted. */
  workflow: Workflow = workflow;
  /** More environment variables. */
  readonly env: Record<string, string> = {};

  /** Prepares the registry and the page. */
  async begin(): Promise<this> {
    await mkdir(join(this.folder, "page"), { recursive: true });
    await writePrograms(join(this.folder, "bin"));
    this.page = new Page(join(this.folder, "page"));
    this.npm.reserve(...PACKAGES);
    return this;
  }

  async #place(tag: string): Promise<Place> {
    const commit = (await git("rev-parse", `${tag}^{commit}`)).stdout.trim();
    const { host } = new URL(this.npm.url);
    await writeFile(join(this.folder, "npmrc"), `registry=${this.npm.url}/\n//${host}/:_authToken=one\nfund=false\n`);
    return {
      origin,
      tag,
      folder: join(this.folder, tag),
      env: {
        ...Deno.env.toObject(),
        PATH: `${this.folder}/bin:${Deno.env.get("PATH")}`,
        HOME: this.folder,
        NPMRC: join(this.folder, "npmrc"),
        DENO_DIR: cache,
        ...{ GITHUB_REF_NAME: tag, GITHUB_SHA: commit, GITHUB_REPOSITORY: "tonearm/tonearm", GH_TOKEN: "t" },
        ...{ ORIGIN: origin, PAGE: join(this.folder, "page"), TONEARM_DENO_CONFIG: "", ...this.env },
      },
    };
  }

  /** Runs jobs in their order until one fails. */
  async run(tag: string, ...jobs: readonly string[]): Promise<Ended> {
    const place = await this.#place(tag);
    let output = "";
    for (const job of jobs) {
      const before = job === "build"
        ? (workspace: string) => this.#built(`${workspace}/dist`, tag.slice(1))
        : undefined;
      const ended = await runJob(this.workflow, job, place, ELSEWHERE, before);
      output += ended.output;
      if (ended.failed) return { failed: `${job}: ${ended.failed}`, output };
    }
    return { output };
  }

  /** What the long lines of `build` would have made. */
  async #built(dist: string, version: string): Promise<void> {
    await mkdir(`${dist}/package`, { recursive: true });
    for (const name of PACKAGES) {
      await writeFile(`${dist}/package/package.json`, JSON.stringify({ name, version, license: "MIT" }));
      await run(["tar", "-czf", `${name.replace("@", "").replace("/", "-")}-${version}.tgz`, "package"], dist);
    }
    await writeFile(`${dist}/tonearm`, `#!/bin/sh\necho tonearm ${version}\n`, { mode: 0o755 });
    await mkdir(`${dist}/man`, { recursive: true });
    const inside = ["LICENSE", "NOTICES.md", "LGPL-2.0.txt", "LGPL-2.1.txt", "man/tonearm.1"];
    for (const name of [...inside, "tonearm-windows-x64.zip", "tonearm.cdx.json"]) {
      await writeFile(`${dist}/${name}`, name);
    }
    for (const target of TARGETS) await run(["tar", "-czf", `tonearm-${target}.tar.gz`, "tonearm", ...inside], dist);
    await run(["sh", "-c", "sha256sum *.tar.gz *.zip > SHA256SUMS"], dist);
    await this.spoil(dist);
  }

  /** Installs as README says, and returns what the script prints. */
  async install(version = ""): Promise<string> {
    const env = { HOME: this.folder, TONEARM_RELEASES: this.page.url, TONEARM_VERSION: version };
    const { stdout } = await run(["sh", `${ROOT}install/install.sh`], this.folder, env);
    return stdout.split(" is in ")[0] ?? "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.npm[Symbol.asyncDispose](), this.page[Symbol.asyncDispose]()]);
  }
}

const ALL = ["tag", "build", "npm", "github"];

Deno.test("release.yml publishes after the tag was checked, and in the order that RELEASING.md gives", () => {
  assertEquals(
    Object.fromEntries(["build", "test", "smoke", "npm", "jsr", "github"].map((job) => [job, needsOf(workflow, job)])),
    {
      build: ["tag"],
      test: ["tag"],
      smoke: ["build"],
      npm: ["test", "smoke", "again"],
      jsr: ["npm"],
      github: ["jsr"],
    },
  );
  for (const job of ["npm", "jsr", "github"]) assertEquals(workflow.jobs[job]?.environment, "release", job);
});

Deno.test("release.yml: a first release, a pre-release and the next, as users get them", async () => {
  await using rehearsal = await new Rehearsal().begin();
  const first = await rehearsal.run("v98.0.0", ...ALL);
  assertEquals(first.failed, undefined, first.output);
  assertEquals(await rehearsal.install(), "tonearm 98.0.0");
  const early = await rehearsal.run("v98.1.0-rc.1", ...ALL);
  assertEquals(early.failed, undefined, early.output);
  assertEquals(await rehearsal.install(), "tonearm 98.0.0", "nobody gets a pre-release");
  assertEquals(await rehearsal.install("98.1.0-rc.1"), "tonearm 98.1.0-rc.1");
  for (const name of PACKAGES) {
    assertEquals(rehearsal.npm.tagsOf(name), { latest: "98.0.0", next: "98.1.0-rc.1" }, name);
  }
  const next = await rehearsal.run("v98.1.0", ...ALL);
  assertEquals(next.failed, undefined, next.output);
  assertEquals(await rehearsal.install(), "tonearm 98.1.0");
  const page = join(rehearsal.folder, "page/v98.1.0");
  assertMatch(await Deno.readTextFile(`${page}/.notes`), /^### /);
  const files = (await readdir(page)).filter((name) => !name.startsWith("."));
  const sums = (await Deno.readTextFile(`${page}/SHA256SUMS`)).trim().split("\n").map((line) => line.split(/ [ *]/)[1]);
  assertEquals(sums.toSorted(), files.filter((name) => name !== "SHA256SUMS").toSorted());
});

Deno.test("release.yml: npm goes on where it stopped, in the order in which the packages need each other", async () => {
  await using rehearsal = await new Rehearsal().begin();
  assertEquals((await rehearsal.run("v98.0.0", "tag", "build")).failed, undefined);
  for (const [index, failing] of PACKAGES.entries()) {
    rehearsal.npm.reserve(...PACKAGES);
    const published = () => PACKAGES.filter((name) => rehearsal.npm.tagsOf(name)["latest"] === "98.0.0");
    rehearsal.npm.refuses = failing;
    assertMatch((await rehearsal.run("v98.0.0", "npm")).failed ?? "", /^npm: /);
    assertEquals(published(), PACKAGES.slice(0, index));
    rehearsal.npm.refuses = "";
    const again = await rehearsal.run("v98.0.0", "npm");
    assertEquals({ failed: again.failed, published: published() }, { failed: undefined, published: PACKAGES });
  }
});

Deno.test("release.yml: the page may fail at any call and go on; what it shows is complete", async () => {
  await using rehearsal = await new Rehearsal().begin();
  assertEquals((await rehearsal.run("v98.0.0", "tag", "build")).failed, undefined);
  const page = join(rehearsal.folder, "page");
  // view, create, upload and edit. If only the first fails, the next does its work.
  for (const failing of [1, 2, 3, 4]) {
    for (const name of await readdir(page)) await rm(join(page, name), { recursive: true });
    rehearsal.env["GH_FAILS"] = `${failing}`;
    const { failed } = await rehearsal.run("v98.0.0", "github");
    const shown = await rehearsal.page.newest();
    assertEquals({ failed: failed !== undefined, shown }, {
      failed: failing > 1,
      shown: failing > 1 ? undefined : "v98.0.0",
    });
    rehearsal.env["GH_FAILS"] = "";
    assertEquals((await rehearsal.run("v98.0.0", "github", "github")).failed, undefined);
    assertEquals(await rehearsal.install(), "tonearm 98.0.0");
  }
});

Deno.test("release.yml: without the questions what is there already, no step can be repeated", async () => {
  for (
    const [job, question] of [["npm", /npm view "\$package@.*\n.*npm publish/], [
      "github",
      /gh release view.*\n *gh release create/,
    ]] as const
  ) {
    await using rehearsal = await new Rehearsal().begin();
    assertEquals((await rehearsal.run("v98.0.0", ...ALL)).failed, undefined);
    const step = workflow.jobs[job]!.steps!.at(-1)!;
    const planted = (step.run ?? "").replace(question, (found) => found.replace(/.*\|\|\n/, ""));
    assertNotEquals(planted, step.run);
    rehearsal.workflow = {
      jobs: { [job]: { steps: [...workflow.jobs[job]!.steps!.slice(0, -1), { ...step, run: planted }] } },
    };
    assertMatch((await rehearsal.run("v98.0.0", job)).failed ?? "", new RegExp(`^${job}: `));
  }
});

/** Mistakes, each with the job and the line that it stops. */
const MISTAKES: Readonly<
  Record<string, readonly [job: string, line: RegExp, plant: (rehearsal: Rehearsal) => Promise<string> | string]>
> = {
  "a tag that isn't signed": ["tag", /verification/, () => "v98.2.0"],
  "a tag without an object": ["tag", /verification/, () => "v98.3.0"],
  "a tag that isn't of main": ["tag", /merge-base/, () => "v98.4.0"],
  "a tag that names another version": ["tag", /jq -r .version/, () => "v99.0.0"],
  "a package that npm doesn't know": ["tag", /npm view/, ({ npm }) => (npm.documents.delete("tonearm"), "v98.0.0")],
  "an expired token": ["tag", /gh api/, ({ env }) => (env["GH_EXPIRED"] = "1", "v98.0.0")],
  "a wrong permission": [
    "build",
    /release recipes/,
    (rehearsal) =>
      spoiled(rehearsal, "jq 'del(.permissions.check.write)' ../deno.json > without && mv without ../deno.json"),
  ],
  "a missing file": ["build", /sha256sum -- /, (rehearsal) => spoiled(rehearsal, "rm tonearm-windows-x64.zip")],
  "a missing notice": ["build", /sha256sum -- /, (rehearsal) => spoiled(rehearsal, "rm NOTICES.md")],
  "an archive without a checksum": [
    "build",
    /release recipes/,
    (rehearsal) => spoiled(rehearsal, "sed -i /macos-x64/d SHA256SUMS"),
  ],
  "a missing package": ["npm", /npm publish/, (rehearsal) => spoiled(rehearsal, "rm tonearm-sandbox-*.tgz")],
  "a refused version": ["npm", /npm publish/, ({ npm }) => (npm.refuses = "tonearm", "v98.0.0")],
  "a changed byte": [
    "github",
    /sha256sum --check/,
    (rehearsal) => changed(rehearsal, "printf x >> tonearm-linux-x64.tar.gz"),
  ],
  "a wrong checksum": ["github", /sha256sum --check/, (rehearsal) => changed(rehearsal, "sed -i 's/^./z/' SHA256SUMS")],
};

function spoiled(rehearsal: Rehearsal, command: string): string {
  rehearsal.spoil = async (dist) => void await run(["sh", "-c", command], dist);
  return "v98.0.0";
}

/** Changes what was handed from the builds to the jobs that publish. */
async function changed(rehearsal: Rehearsal, command: string): Promise<string> {
  const ended = await rehearsal.run("v98.0.0", "tag", "build", "npm");
  assertEquals(ended.failed, undefined, ended.output);
  await run(["sh", "-c", command], join(rehearsal.folder, "v98.0.0/artifacts/release"));
  return "v98.0.0";
}

for (const [mistake, [job, line, plant]] of Object.entries(MISTAKES)) {
  Deno.test(`release.yml stops in ${job} at ${mistake}, and the page has no release`, async () => {
    await using rehearsal = await new Rehearsal().begin();
    const tag = await plant(rehearsal);
    const { failed, output } = await rehearsal.run(tag, ...(job === "github" ? ["github"] : ALL));
    assert(failed?.startsWith(`${job}: `), `${failed}\n${output}`);
    assertMatch(failed ?? "", line, output);
    assertEquals(await rehearsal.page.newest(), undefined);
  });
}

for (const first of ["npm", "github"]) {
  Deno.test(`release.yml: ${first} publishes nothing before anything is built`, async () => {
    await using rehearsal = await new Rehearsal().begin();
    const stopped = await rehearsal.run("v98.0.0", first).catch((error: Error) => ({ failed: error.message }));
    assert(stopped.failed);
    assertEquals(rehearsal.npm.tagsOf("tonearm"), { latest: "0.0.0-placeholder.0" });
  });
}
