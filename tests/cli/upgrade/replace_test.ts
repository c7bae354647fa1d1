import { assertEquals, assertMatch, assertObjectMatch, assertRejects } from "@std/assert";
import { Failure } from "../../../cli/errors.ts";
import { replaceExecutable } from "../../../cli/upgrade/replace.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";
import { ARCHIVE, type GH, Releases, writeGh } from "../../support/cli/releases.ts";
import { writeProgram } from "../../support/programs.ts";

const ignore = Deno.build.os === "windows";
const PATH = Deno.env.get("PATH") ?? "";

/** Creates a context with these releases. */
function contextFor(releases: Releases, path: string) {
  const env = { TONEARM_RELEASES: releases.address, PATH: path, HOME: releases.folder, GH_TOKEN: "its-own" };
  return testContext(testHost({ env }));
}

/** Installs an old program in a folder. */
async function installOldProgram({ folder }: Releases): Promise<string> {
  await Deno.mkdir(`${folder}/bin`);
  await writeProgram(`${folder}/bin/tonearm`, "#!/bin/sh\necho tonearm 1.0.0\n");
  return `${folder}/bin/tonearm`;
}

async function versionOf(program: string): Promise<string> {
  return new TextDecoder().decode((await new Deno.Command(program, { args: ["--version"] }).output()).stdout);
}

Deno.test({
  name: "replaceExecutable() replaces the file by the release, and leaves no other file",
  ignore,
  async fn() {
    await using releases = await new Releases().publish("2.0.0");
    const program = await installOldProgram(releases);
    const gh = await writeGh(releases.folder, "right");
    assertEquals(await replaceExecutable(contextFor(releases, `${gh}:${PATH}`), program, "2.0.0"), undefined);
    assertEquals(await versionOf(program), "tonearm 2.0.0\n");
    assertEquals([...Deno.readDirSync(`${releases.folder}/bin`)].map(({ name }) => name), ["tonearm"]);
    assertEquals(releases.requests, ["/releases/download/v2.0.0/SHA256SUMS", `/releases/download/v2.0.0/${ARCHIVE}`]);
    const calls = await Deno.readTextFile(`${gh}/calls`);
    assertMatch(
      calls,
      /^attestation --help its-own\nattestation verify .*\.tar\.gz --repo tonearm\/tonearm its-own\n$/,
    );
  },
});

const WRONG = {
  "a wrong checksum": {
    checksum: "f".repeat(64),
    message: /checksum of .* is wrong: nothing was installed/,
    code: "checksum",
  },
  "a program that prints another version": {
    prints: "6.6.6",
    message: /The archive contains tonearm 6\.6\.6, not 2\.0\.0/,
  },
  "a program that doesn't run": {
    prints: "2.0.0; exit 3",
    message: /doesn't run on this machine: nothing was installed/,
    hasCause: true,
  },
  "a wrong attestation": {
    gh: "wrong",
    message: /attestation of .* is wrong: nothing was installed/,
    code: "attestation",
  },
} as const;

for (const [what, wrong] of Object.entries(WRONG)) {
  Deno.test({
    name: `replaceExecutable() leaves the file unchanged after ${what}`,
    ignore,
    async fn() {
      const { checksum, prints, gh, message, code, hasCause } = {
        checksum: undefined,
        prints: undefined,
        gh: "right" as const,
        code: "failed",
        hasCause: false,
        ...wrong,
      };
      await using releases = await new Releases().publish("2.0.0", checksum, prints);
      const program = await installOldProgram(releases);
      const path = `${await writeGh(releases.folder, gh)}:${PATH}`;
      const error = await assertRejects(() => replaceExecutable(contextFor(releases, path), program, "2.0.0"), Failure);
      assertMatch(error.message, message);
      assertObjectMatch(error, { kind: "failed", code });
      assertEquals(error.cause instanceof Error, hasCause);
      assertEquals(await versionOf(program), "tonearm 1.0.0\n");
      assertEquals([...Deno.readDirSync(`${releases.folder}/bin`)].map(({ name }) => name), ["tonearm"]);
    },
  });
}

for (
  const [kind, reason] of Object.entries({
    "old": /^this gh has no attestations: 2\.49 and later do$/,
    "signed out": /^gh is not signed in: /,
    "without rights": /^gh is not signed in: /,
    "offline": /^gh does not reach GitHub$/,
    "behind a dead proxy": /^gh does not reach GitHub$/,
    "behind a proxy with a certificate of its own": /^gh does not reach GitHub$/,
  })
) {
  Deno.test({
    name: `replaceExecutable() says why gh, ${kind}, can't verify, and relies on the checksum`,
    ignore,
    async fn() {
      await using releases = await new Releases().publish("2.0.0");
      const program = await installOldProgram(releases);
      const path = `${await writeGh(releases.folder, kind as keyof typeof GH)}:${PATH}`;
      const unverified = await replaceExecutable(contextFor(releases, path), program, "2.0.0");
      assertMatch(unverified ?? "", reason);
      assertEquals(await versionOf(program), "tonearm 2.0.0\n");
    },
  });
}
