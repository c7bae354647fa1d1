import { assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { temporaryFolder } from "../../../support/folder.ts";
import { runInProcess } from "../../../support/cli/test_host.ts";

/** Runs `tonearm logout` with a profile of a sandbox's application, signed in or not; also returns the requests. */
async function logOut(sandbox: Sandbox, argv: readonly string[], kind?: "user" | "app", fetch = sandbox.fetch) {
  const requests: string[] = [];
  const { clientId, clientSecret, baseUrl: apiUrl, authUrl } = sandbox.clientConfig;
  const issued = sandbox.issueTokens(2);
  const token = { accessToken: issued.access_token, refreshToken: issued.refresh_token, kind };
  const profile = JSON.stringify({ clientId, clientSecret, apiUrl, authUrl, ...(kind && { token }) });
  await using folder = await temporaryFolder({ "profiles/default.json": profile });
  const outcome = await runInProcess(["logout", ...argv], {
    env: { TONEARM_CONFIG_DIR: folder.path, TONEARM_KEYCHAIN: "off" },
    fetch: (input, init) => {
      requests.push(new URL(String(input)).pathname);
      return fetch(String(input), init);
    },
  });
  const after = JSON.parse(await Deno.readTextFile(`${folder.path}/profiles/default.json`));
  return { ...outcome, requests, clientId: after.clientId, token: after.token };
}

for (
  const [kind, argv, stdout, requests] of [
    ["user", [], "Signed out of default\n", ["/sign-out"]],
    ["user", ["--revoke"], "Signed out of default, and the access is withdrawn\n", ["/disconnect"]],
    ["app", [], "default was not signed in\n", []],
    ["app", ["--revoke"], "default was not signed in\n", []],
    [undefined, [], "default was not signed in\n", []],
  ] as const
) {
  Deno.test(`tonearm logout ${argv} of a profile with ${kind ?? "no"} token: ${stdout.trimEnd()}`, async () => {
    using sandbox = createSandbox();
    const { clientId } = sandbox.clientConfig;
    assertEquals(await logOut(sandbox, argv, kind), {
      ...{ code: 0, stdout, stderr: "" },
      ...{ requests: [...requests], clientId, token: undefined },
    });
  });
}

Deno.test("tonearm logout forgets the tokens even if the service doesn't confirm", async () => {
  using sandbox = createSandbox();
  const { clientId } = sandbox.clientConfig;
  assertEquals(await logOut(sandbox, [], "user", () => Promise.resolve(new Response("", { status: 500 }))), {
    code: 0,
    stdout: "Signed out of default\n",
    stderr: "SoundCloud did not confirm; the stored tokens are deleted.\n",
    requests: ["/sign-out"],
    clientId,
    token: undefined,
  });
});
