/** A run of the workflows, against a repository, registries, a page of releases and identities of this machine. */
import { assertEquals } from "@std/assert";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { newestVersion } from "../../../cli/upgrade/release.ts";
import { replaceExecutable } from "../../../cli/upgrade/replace.ts";
import { copyTree } from "../../../scripts/check/check_packages.ts";
import { publish } from "../../../scripts/release/publish.ts";
import { setVersion } from "../../../scripts/release/version.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";
import { emptyProject } from "../packed.ts";
import { Registry } from "../registry.ts";
import { OPTIONS, publishable, STAND_INS } from "../stand_ins.ts";
import { ROOT, run } from "../toolbox.ts";
import { Page, writePrograms } from "./github.ts";
import { identityAt } from "./identity.ts";
import { LEFT } from "./lines.ts";
import { PublishingRegistry } from "./npm.ts";
import { type Ended, type Place, readWorkflow, runJob, type Workflow } from "./runner.ts";
import { writeProgram } from "../../support/programs.ts";

/** The packages, in the order in which they need each other. */
export const PACKAGES = ["@tonearm/client", "@tonearm/sandbox", "tonearm"] as const;
const TARGETS = ["linux-x64", "linux-arm64", "macos-x64", "macos-arm64"];

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

/** A workflow of the project. */
export function workflowOf(name: string): Promise<Workflow> {
  return readWorkflow(`${ROOT}.github/workflows/${name}.yml`);
}

const release = await workflowOf("release");

/** The folder of a rehearsal that has built the first release, for those that go on from there. */
let first: Promise<string> | undefined;

async function buildFirst(): Promise<string> {
  await using rehearsal = await new Rehearsal().begin();
  await rehearsal.passes("v98.0.0", "tag", "build");
  return rehearsal.folder;
}

/** Runs of the workflows, on a page and registries of their own. */
export class Rehearsal implements AsyncDisposable {
  readonly npm: PublishingRegistry = new PublishingRegistry();
  readonly jsr: Registry = new Registry();
  readonly folder: string = join(folder, crypto.randomUUID());
  page!: Page;
  /** Changes what was built, before the lines that go on with it. */
  spoil: (dist: string) => Promise<void> = () => Promise.resolve();
  /** The workflow, in which a mistake may be planted. */
  workflow: Workflow = release;
  /** More environment variables. */
  readonly env: Record<string, string> = {};

  /** Prepares the registries and the page. */
  async begin(): Promise<this> {
    await mkdir(join(this.folder, "page"), { recursive: true });
    await writeFile(join(this.folder, "page/.attested"), "");
    await writePrograms(join(this.folder, "bin"));
    this.page = new Page(join(this.folder, "page"));
    this.npm.reserve(...PACKAGES);
    return this;
  }

  /** Goes on from the first release as it was built, which is done once for all. */
  async build(): Promise<void> {
    const from = await (first ??= buildFirst());
    for (const path of ["v98.0.0/artifacts", "page/.attested"]) {
      await cp(join(from, path), join(this.folder, path), { recursive: true });
    }
  }

  /** Publishes what the packages import on this JSR. */
  async fillJsr(): Promise<void> {
    const tree = join(this.folder, "stand-ins");
    await publishable(tree);
    await publish(tree, STAND_INS, OPTIONS, { JSR_URL: this.jsr.url });
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
        ...{ JSR_URL: this.jsr.url, TONEARM_REGISTRY: "", ...identityAt(this.jsr.url) },
        ...{ GITHUB_REF_NAME: tag, GITHUB_SHA: commit, GITHUB_REPOSITORY: "tonearm/tonearm" },
        ...{ GITHUB_RUN_NUMBER: "1", RUNNER_OS: "Linux" },
        ...{ ORIGIN: origin, PAGE: join(this.folder, "page"), TONEARM_DENO_CONFIG: "", ...this.env },
      },
      leaves: (line) => LEFT.some(([lines]) => lines.test(line)),
      before: (workspace) => this.#built(`${workspace}/dist`, tag.slice(1)),
    };
  }

  /** Runs jobs in their order until one fails. */
  async run(tag: string, ...jobs: readonly string[]): Promise<Ended> {
    const place = await this.#place(tag);
    let output = "";
    for (const job of jobs) {
      const ended = await runJob(this.workflow, job, place);
      output += ended.output;
      if (ended.failed) return { failed: `${job}: ${ended.failed}`, output };
    }
    return { output };
  }

  /** Runs jobs that have to pass. */
  async passes(tag: string, ...jobs: readonly string[]): Promise<void> {
    const { failed, output } = await this.run(tag, ...jobs);
    assertEquals(failed, undefined, output);
  }

  /** What the long lines of the builds would have made, the same bytes each time. */
  async #built(dist: string, version: string): Promise<void> {
    const program = `#!/bin/sh\necho "tonearm ${version}\${2:+, built as one file, by deno compile}"\n`;
    const pack = (archive: string, ...names: string[]) =>
      run(["tar", "-czf", archive, "--mtime=@0", "--owner=0", "--group=0", ...names], dist);
    await mkdir(`${dist}/package`, { recursive: true });
    await mkdir(`${dist}/man`);
    for (const path of ["tonearm", "package/tonearm"]) await writeProgram(`${dist}/${path}`, program);
    for (const name of PACKAGES) {
      const bin = name === "tonearm" ? { tonearm: "tonearm" } : {};
      await writeFile(`${dist}/package/package.json`, JSON.stringify({ name, version, license: "MIT", bin }));
      await pack(`${name.replace("@", "").replace("/", "-")}-${version}.tgz`, "package");
    }
    const inside = ["LICENSE", "NOTICES.md", "LGPL-2.0.txt", "LGPL-2.1.txt", "man/tonearm.1"];
    for (const name of [...inside, "tonearm-windows-x64.zip", "tonearm.cdx.json"]) {
      await writeFile(`${dist}/${name}`, name);
    }
    for (const target of TARGETS) await pack(`tonearm-${target}.tar.gz`, "tonearm", ...inside);
    await run(["sh", "-c", "sha256sum *.tar.gz *.zip > SHA256SUMS"], dist);
    await this.spoil(dist);
  }

  /** Installs as README says, and returns what the script prints. */
  async install(version = ""): Promise<string> {
    const env = { ...this.#user(), TONEARM_VERSION: version, TONEARM_ATTESTATION: "require" };
    const { stdout } = await run(["sh", `${ROOT}install/install.sh`], this.folder, env);
    return stdout.split(" is in ")[0] ?? "";
  }

  #user(): Record<string, string> {
    const [PATH, PAGE] = [`${this.folder}/bin:${Deno.env.get("PATH")}`, join(this.folder, "page")];
    return { PATH, PAGE, GH_TOKEN: "t", HOME: this.folder, TONEARM_RELEASES: this.page.url };
  }

  /** Upgrades what was installed, as `tonearm upgrade` does, and returns its version. */
  async upgrade(): Promise<string> {
    const context = testContext(testHost({ env: this.#user() }));
    const program = join(this.folder, ".local/bin/tonearm");
    const unverified = await replaceExecutable(context, program, await newestVersion(context));
    assertEquals(unverified, undefined);
    return (await run([program, "--version"], this.folder)).stdout.trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.npm, this.jsr, this.page].map((server) => server[Symbol.asyncDispose]()));
  }
}
