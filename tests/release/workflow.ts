/**
 * Rehearses the workflow _release_ and others: their own lines, in their order, against registries of npm and JSR, a page
 * of releases, a `gh` and an identity of this machine. `workflow/lines.ts` says which lines are left out, and where they
 * run; here what they build stands in, packages and archives of the right names.
 */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./toolbox.ts";
import { LEFT, linesOf, workflows } from "./workflow/lines.ts";
import { PACKAGES, Rehearsal, workflowOf } from "./workflow/rehearsal.ts";
import { needsOf, RAN } from "./workflow/runner.ts";

const workflow = await workflowOf("release");

const ALL = ["tag", "build", "npm", "github"];
const ON_JSR = ["@tonearm/client", "@tonearm/sandbox", "@tonearm/cli"];

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
  await rehearsal.passes("v98.0.0", "tag", "build", "smoke", "again", "npm", "github");
  assertEquals(await rehearsal.install(), "tonearm 98.0.0");
  await rehearsal.passes("v98.1.0-rc.1", ...ALL);
  assertEquals(await rehearsal.upgrade(), "tonearm 98.0.0", "nobody gets a pre-release");
  assertEquals(await rehearsal.install(), "tonearm 98.0.0");
  for (const name of PACKAGES) {
    assertEquals(rehearsal.npm.tagsOf(name), { latest: "98.0.0", next: "98.1.0-rc.1" }, name);
  }
  await rehearsal.passes("v98.1.0", ...ALL);
  assertEquals(await rehearsal.upgrade(), "tonearm 98.1.0", "from the previous release");
  assertEquals(await rehearsal.install("98.1.0-rc.1"), "tonearm 98.1.0-rc.1");
  assertEquals(await rehearsal.upgrade(), "tonearm 98.1.0", "from its pre-release");
  const page = join(rehearsal.folder, "page/v98.1.0");
  assertMatch(await Deno.readTextFile(`${page}/.notes`), /^### /);
  const files = (await readdir(page)).filter((name) => !name.startsWith("."));
  const sums = (await Deno.readTextFile(`${page}/SHA256SUMS`)).trim().split("\n").map((line) => line.split(/ [ *]/)[1]);
  assertEquals(sums.toSorted(), files.filter((name) => name !== "SHA256SUMS").toSorted());
});

Deno.test("release.yml: jsr goes on where it stopped, in the order in which the packages need each other", async () => {
  await using rehearsal = await new Rehearsal().begin();
  await rehearsal.fillJsr();
  const versions = ON_JSR.map((name) => `${name}@98.0.0`);
  // The second: one package is published before it, and one isn't.
  rehearsal.jsr.refuses = ON_JSR[1] ?? "";
  assertMatch((await rehearsal.run("v98.0.0", "jsr")).failed ?? "", /^jsr: /);
  assertEquals(rehearsal.jsr.signed, versions.slice(0, 1));
  rehearsal.jsr.refuses = "";
  await rehearsal.passes("v98.0.0", "jsr");
  assertEquals(rehearsal.jsr.signed, versions);
});

Deno.test("release.yml: npm goes on where it stopped, in the order in which the packages need each other", async () => {
  await using rehearsal = await new Rehearsal().begin();
  await rehearsal.build();
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
  await rehearsal.build();
  const page = join(rehearsal.folder, "page");
  // view, create, upload and edit. If only the first fails, the next does its work.
  for (const failing of [1, 2, 3, 4]) {
    for (const name of await readdir(page)) await rm(join(page, name), { recursive: true });
    rehearsal.env["GH_FAILS"] = `${failing}`;
    const { failed } = await rehearsal.run("v98.0.0", "github");
    const shown = await rehearsal.page.newest();
    assertEquals(failed !== undefined, failing > 1);
    assertEquals(shown, failing > 1 ? undefined : "v98.0.0");
    rehearsal.env["GH_FAILS"] = "";
    await rehearsal.passes("v98.0.0", "github", "github");
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
    await rehearsal.build();
    await rehearsal.passes("v98.0.0", "npm", "github");
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
  await rehearsal.build();
  await rehearsal.passes("v98.0.0", "npm");
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

Deno.test("upstream.yml: a new document opens an issue, a second run edits it, and one that can't be read fails", async () => {
  await using rehearsal = await new Rehearsal().begin();
  rehearsal.workflow = await workflowOf("upstream");
  const told = () => Deno.readTextFile(join(rehearsal.folder, "page/.calls")).then((text) => text.trim().split("\n"));
  rehearsal.env["DOCUMENT"] = join(rehearsal.folder, "api.json");
  assertMatch((await rehearsal.run("v98.0.0", "compare")).failed ?? "", /lab upstream/);
  await writeFile(
    rehearsal.env["DOCUMENT"],
    '{ "openapi": "3.0.0", "paths": { "/me": { "get": { "responses": {} } } } }',
  );
  await rehearsal.passes("v98.0.0", "compare", "compare");
  assertEquals(await told(), ["issue list", "issue create", "issue list", "issue edit"]);
});

Deno.test(".github/workflows: every line has run above, or has one reason why not", async () => {
  const all = [...await workflows()].flatMap(([, each]) => Object.keys(each.jobs).flatMap((job) => linesOf(each, job)));
  const unknown = all.filter((line) => !RAN.has(line) && LEFT.filter(([lines]) => lines.test(line)).length !== 1);
  assertEquals(unknown, []);
  assertEquals(LEFT.filter(([lines]) => !all.some((line) => !RAN.has(line) && lines.test(line))), []);
});
