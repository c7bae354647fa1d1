import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { createSandbox } from "@tonearm/sandbox";
import { assistant } from "./assistant.ts";
import { emptyHome, type Home, stubServer } from "../../support/cli/cli.ts";

const EXPIRIES = 200;

/** Writes the profile of a signed-in user. */
async function signIn(home: Home, url: string, sandbox: ReturnType<typeof createSandbox>): Promise<void> {
  const { access_token: accessToken, refresh_token: refreshToken } = sandbox.issueTokens();
  const { clientId, clientSecret } = sandbox.clientConfig;
  const token = { accessToken, refreshToken, expiresAt: Date.now() + 3_000_000, kind: "user" };
  await Deno.mkdir(join(home.config, "profiles"), { recursive: true });
  const profile = { clientId, clientSecret, apiUrl: url, authUrl: url, token };
  await Deno.writeTextFile(join(home.config, "profiles", "default.json"), JSON.stringify(profile));
}

Deno.test({
  name: `tonearm mcp: two servers and a shell share one profile over ${EXPIRIES} expiries without losing the session`,
  // The MCP client leaves the timers that would kill its server.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    using sandbox = createSandbox({ config: { refreshReuse: "revoke-family" } });
    await using service = stubServer((request) => sandbox.fetch(request));
    await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_AUTH_URL: service.url });
    await signIn(home, service.url, sandbox);
    await using first = await assistant(home);
    await using second = await assistant(home);
    for (let expiry = 1; expiry <= EXPIRIES; expiry++) {
      sandbox.clock.advance(2 * 3_600_000);
      const [one, other, shell] = await Promise.all([
        first.call("look_up", { names: ["me"] }),
        second.call("look_up", { names: ["me"] }),
        home.run(["me", "--json=username"]),
      ]);
      assertEquals([one.isError, other.isError], [false, false], `expiry ${expiry}: ${one.text} ${other.text}`);
      assertEquals(shell.code, 0, `expiry ${expiry}: ${shell.stderr}`);
    }
    const refreshes = service.requests.filter((request) => request === "POST /oauth/token").length;
    assert(refreshes >= EXPIRIES && refreshes <= EXPIRIES + 10, `${refreshes} refreshes`);
  },
});
