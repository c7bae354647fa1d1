import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Failure } from "../../../cli/errors.ts";
import { download, REPOSITORY as OURS } from "../../../cli/upgrade/release.ts";
import { VERSION } from "../../../cli/version.ts";
import { REPOSITORY } from "../../../scripts/project.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";
import { ARCHIVE, Releases } from "../../support/cli/releases.ts";

const ignore = Deno.build.os === "windows";

/** A stream's data arrives when it is waited for. */
const ON_DEMAND = { highWaterMark: 0 };

/** Creates a context whose release is a stream that also advances the fake time. */
function slowContext(body: (time: FakeTime) => ReadableStream<Uint8Array>, time: FakeTime) {
  const fetch = (address: unknown) => {
    const sums = `${"0".repeat(64)}  ${ARCHIVE}\n`;
    return Promise.resolve(new Response(String(address).endsWith("SHA256SUMS") ? sums : body(time)));
  };
  return testContext(testHost({ fetch: fetch as typeof globalThis.fetch, env: { PATH: "" } }));
}

Deno.test("tonearm upgrade: accepts a slow download, and rejects one that stalls", async () => {
  using time = new FakeTime();
  let left = 12;
  const slow = slowContext((time) =>
    new ReadableStream({
      pull(controller) {
        time.tick(5000);
        if (left-- > 0) controller.enqueue(new Uint8Array(10));
        else controller.close();
      },
    }, ON_DEMAND), time);
  const whole = await assertRejects(() => download(slow, "2.0.0", ARCHIVE, "/nowhere"), Failure);
  assertEquals({ left, code: whole.code }, { left: -1, code: "checksum" });
  const silent = slowContext((time) => new ReadableStream({ pull: () => void time.tick(31_000) }, ON_DEMAND), time);
  const error = await assertRejects(() => download(silent, "2.0.0", ARCHIVE, "/nowhere"), Failure);
  assertMatch(error.message, /^Cannot download .*: the connection was lost$/);
});

Deno.test({
  name: "tonearm upgrade prints the command that upgrades an installation of a package manager, and changes nothing",
  ignore: ignore || Deno.env.has("TONEARM_BIN"),
  async fn() {
    await using releases = await new Releases().publish("99.0.0");
    await using home = await emptyHome({ TONEARM_RELEASES: releases.address });
    const { code, stdout, stderr } = await home.run(["upgrade"]);
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    assertEquals(stdout, `tonearm 99.0.0 is available (this is ${VERSION}): git pull\n`);
    const json = JSON.parse((await home.run(["upgrade", "--check", "--json"])).stdout);
    assertEquals(json, {
      version: VERSION,
      newest: "99.0.0",
      installed_by: "a clone",
      upgraded: false,
      command: "git pull",
    });
    assertEquals(new Set(releases.requests), new Set(["/releases/latest"]));
  },
});

Deno.test("tonearm upgrade has nothing to do on the newest version, or a later one", async () => {
  for (const version of [VERSION, "0.0.9"]) {
    await using releases = await new Releases().publish(version);
    await using home = await emptyHome({ TONEARM_RELEASES: releases.address });
    assertEquals((await home.run(["upgrade"])).stdout, `tonearm ${VERSION} is the newest version\n`);
  }
});

Deno.test("REPOSITORY of the program is the repository of the project", () => assertEquals(OURS, REPOSITORY));
