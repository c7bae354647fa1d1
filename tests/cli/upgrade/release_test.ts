import { assertEquals, assertObjectMatch, assertRejects } from "@std/assert";
import { hash } from "node:crypto";
import { Failure } from "../../../cli/errors.ts";
import { archiveName, download, newestVersion } from "../../../cli/upgrade/release.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

const ARCHIVE = "tonearm-linux-x64.tar.gz";
const BYTES = new TextEncoder().encode("the archive");
const SUM = hash("sha256", BYTES);

/** A context whose network answers each path, and the requested addresses. */
function contextFor(replies: Readonly<Record<string, () => Response>>, env: Record<string, string> = {}) {
  const requests: string[] = [];
  const fetch = (input: unknown) => {
    requests.push(String(input));
    const reply = Object.entries(replies).find(([end]) => String(input).endsWith(end));
    return reply ? Promise.resolve(reply[1]()) : Promise.reject(new TypeError("connection refused"));
  };
  const on = testHost({ fetch: fetch as typeof globalThis.fetch, env: { PATH: "/nowhere", ...env } });
  return { context: testContext(on), requests };
}

const redirectTo = (location: string) => () => new Response(null, { status: 302, headers: { location } });

for (const version of ["2.0.0", "10.20.30", "2.0.0-rc.1"]) {
  Deno.test(`newestVersion() reads ${version} from where the page of the newest release redirects`, async () => {
    const { context, requests } = contextFor({ "/latest": redirectTo(`https://pages.test/releases/tag/v${version}`) });
    assertEquals(await newestVersion(context), version);
    assertEquals(requests, ["https://github.com/tonearm/tonearm/releases/latest"]);
  });
}

for (
  const [what, reply] of [
    ["a page without a release", () => new Response("none", { status: 404 })],
    ["a redirect to something else", redirectTo("https://pages.test/releases")],
    ["a tag that is no version", redirectTo("https://pages.test/releases/tag/v2.0")],
    ["a tag with something after it", redirectTo("https://pages.test/releases/tag/v2.0.0/files")],
  ] as const
) {
  Deno.test(`newestVersion() finds no release in ${what}`, async () => {
    const { context } = contextFor({ "/latest": reply }, { TONEARM_RELEASES: "https://pages.test/releases" });
    const failure = await assertRejects(() => newestVersion(context), Failure);
    assertEquals({ kind: failure.kind, message: failure.message }, {
      kind: "failed",
      message: "Cannot find the newest release: https://pages.test/releases/latest lists no release",
    });
  });
}

Deno.test("newestVersion() names the host that it cannot reach", async () => {
  const failure = await assertRejects(() => newestVersion(contextFor({}).context), Failure);
  assertObjectMatch(failure, { kind: "network", message: "Cannot reach github.com" });
});

for (
  const [what, sums] of [
    ["none at all", ""],
    ["only that of another archive", `${SUM}  another-${ARCHIVE}\n`],
    ["one that is too short", `${SUM.slice(1)}  ${ARCHIVE}\n`],
    ["one in the middle of a line", `x${SUM}  ${ARCHIVE}\n`],
  ] as const
) {
  Deno.test(`download() rejects a release whose checksums hold ${what} for the archive`, async () => {
    const { context } = contextFor({ SHA256SUMS: () => new Response(sums), [ARCHIVE]: () => new Response(BYTES) });
    await assertRejects(
      () => download(context, "2.0.0", ARCHIVE, "/nonexistent/archive"),
      Failure,
      `The release has no checksum for ${ARCHIVE}`,
    );
  });
}

for (const separator of ["  ", " *"]) {
  Deno.test(`download() writes the archive whose checksum is listed after ${JSON.stringify(separator)}`, async () => {
    const path = await Deno.makeTempFile({ prefix: "tonearm-archive-" });
    try {
      const sums = `${"0".repeat(64)}  ${ARCHIVE}.sig\n${SUM}${separator}${ARCHIVE}\n`;
      const replies = { SHA256SUMS: () => new Response(sums), [ARCHIVE]: () => new Response(BYTES) };
      const { context, requests } = contextFor(replies, { TONEARM_RELEASES: "https://pages.test/r" });
      assertEquals(await download(context, "2.0.0", ARCHIVE, path), "gh is not installed");
      assertEquals(await Deno.readFile(path), BYTES);
      assertEquals(requests, [
        "https://pages.test/r/download/v2.0.0/SHA256SUMS",
        `https://pages.test/r/download/v2.0.0/${ARCHIVE}`,
      ]);
    } finally {
      await Deno.remove(path);
    }
  });
}

Deno.test("download() reports the status of a file that the release doesn't have", async () => {
  const { context } = contextFor({ SHA256SUMS: () => new Response("", { status: 404 }) });
  const failure = await assertRejects(() => download(context, "2.0.0", ARCHIVE, "/nonexistent/archive"), Failure);
  assertEquals({ kind: failure.kind, message: failure.message }, {
    kind: "failed",
    message:
      "Cannot download https://github.com/tonearm/tonearm/releases/download/v2.0.0/SHA256SUMS: the response is 404",
  });
});

Deno.test({
  name: "archiveName() is that of the system and the processor",
  ignore: Deno.build.os !== "linux",
  fn() {
    assertEquals(archiveName(), `tonearm-linux-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}.tar.gz`);
  },
});
