import { assertEquals, assertMatch } from "@std/assert";
import { emptyHome } from "../../../support/cli/cli.ts";

Deno.test("tonearm --sandbox answers a search without an account or a network", async () => {
  await using home = await emptyHome();
  const { code, stdout, stderr } = await home.run(["--sandbox", "search", "lofi"]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  assertMatch(stdout, /lofi.*\tsoundcloud:tracks:\d+\n/);
});

Deno.test("TONEARM_SANDBOX=1 is --sandbox, and 0 is not", async () => {
  await using home = await emptyHome();
  const user = await home.run(["me", "--json=urn"], { env: { TONEARM_SANDBOX: "1" } });
  assertEquals(JSON.parse(user.stdout), { urn: "soundcloud:users:1" });
  assertEquals((await home.run(["me"], { env: { TONEARM_SANDBOX: "0" } })).code, 4);
});

Deno.test("tonearm --sandbox: the next run sees what the last one changed", async () => {
  await using home = await emptyHome();
  const env = { TONEARM_SANDBOX: "1" };
  const found = await home.run(["search", "window", "--limit", "1", "--json=urn"], { env });
  const [{ urn }] = JSON.parse(found.stdout);
  await home.run(["unlike", urn], { env });
  assertEquals((await home.run(["like", urn], { env })).stdout, `liked\t${urn}\n`);
  const likes = await home.run(["likes", "--all", "--json=urn"], { env });
  assertEquals(JSON.parse(likes.stdout).some((liked: { urn: string }) => liked.urn === urn), true);
});
