import { assert, assertEquals, assertMatch } from "@std/assert";
import { ran } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));

const workflows = (await Array.fromAsync(Deno.readDir(new URL(".github/workflows/", ROOT)))).map(({ name }) => name);

for (const name of workflows) {
  Deno.test(`${name} runs only actions that are pinned to a commit hash`, async () => {
    const used = [...(await read(`.github/workflows/${name}`)).matchAll(/uses: (?!\.\/)(\S+)(.*)/g)];
    assert(used.length > 0);
    for (const [, action = "", comment] of used) {
      assertMatch(action, /^[\w-]+\/[\w-]+(?:\/[\w-]+)*@[0-9a-f]{40}$/);
      assertMatch(comment ?? "", /^ # v\d+\.\d+\.\d+$/, action);
    }
  });

  Deno.test(`${name} may only read the repository, unless a job declares other permissions`, async () => {
    const text = await read(`.github/workflows/${name}`);
    assertMatch(text, /^permissions:\n {2}contents: read\n/m);
    const granted = [...text.matchAll(/permissions: \{ (.*) \}/g)].map(([, rights]) => rights);
    assertEquals(granted, [...GRANTED[name] ?? []]);
    assert(!/pull_request_target|workflow_run|\$\{\{ *github\.(?:event|head_ref)/.test(text));
  });
}

/** What jobs may do beside reading. */
const GRANTED: Readonly<Record<string, readonly string[]>> = {
  // JSR and npm sign where a package was built; the files are attested, and put on the release's page.
  "release.yml": [
    "contents: read, id-token: write",
    "contents: read, id-token: write",
    "contents: write, id-token: write, attestations: write",
  ],
  // What is found is shown among the repository's security alerts; the score is signed.
  "codeql.yml": ["contents: read, security-events: write"],
  "scorecard.yml": ["contents: read, security-events: write, id-token: write"],
  // The site's host asks which workflow sends the pages.
  "site.yml": ["pages: write, id-token: write"],
  // What has changed in the service's document becomes an issue.
  "upstream.yml": ["contents: read, issues: write"],
};

Deno.test("release.yml: a release is signed: on JSR by the workflow, on npm with provenance, files with an attestation and checksums", async () => {
  const text = await read(".github/workflows/release.yml");
  for (
    const part of [
      "deno task release publish\n",
      "--provenance",
      "attest-build-provenance@",
      "dist/SHA256SUMS",
      "NOTICES.md",
    ]
  ) {
    assert(text.includes(part), part);
  }
});

for (const lock of ["deno.lock", "docs/site/deno.lock"]) {
  Deno.test(`${lock} has a checksum for every package, and none is fetched from a URL`, async () => {
    const { npm, jsr = {}, remote = {} } = JSON.parse(await read(lock));
    assertEquals([Object.keys(jsr), Object.keys(remote)], [[], []]);
    for (const [name, { integrity, tarball }] of Object.entries<{ integrity?: string; tarball?: string }>(npm)) {
      assertMatch(integrity ?? "", /^sha512-/, name);
      assertEquals(tarball, undefined, name);
    }
  });
}

Deno.test(".github/workflows: no install script runs, and the npm package has none", async () => {
  for (const path of ["deno.json", "cli/deno.json", "sandbox/deno.json", "docs/site/deno.json"]) {
    assert(!("allowScripts" in JSON.parse(await read(path))), path);
  }
  assert(!/"?(?:pre|post)?install"?:|prepare"?:/.test(await read("scripts/build/npm/packages.ts")));
});

Deno.test(".github/workflows: the library has no dependencies", async () => {
  const args = ["info", "--json", "--no-config", "mod.ts"];
  const { stdout } = await ran(Deno.execPath(), args, { cwd: ROOT });
  const { modules }: { modules: { specifier: string }[] } = JSON.parse(stdout);
  assertEquals(modules.filter(({ specifier }) => !specifier.startsWith(ROOT.href)), []);
});
