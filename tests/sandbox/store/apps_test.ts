import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox, parseWorldData } from "@tonearm/sandbox";
import NOTES from "../../../sandbox/contract/notes.json" with { type: "json" };
import { basic, codeFor, exchange, postToken, refresh } from "../../support/oauth.ts";

const CREDENTIALS = { grant_type: "client_credentials" };

const OWN = { clientId: "my-own-app", secret: "my secret", redirect: "http://localhost:3000/cb" };

Deno.test("sandbox: with apps: any, an unknown app signs in with its own credentials, which are then its only ones", async () => {
  using sandbox = createSandbox(await parseWorldData("apps: any\n", "world.yaml"));
  const redirect_uri = OWN.redirect;
  const code = await codeFor(sandbox, { client_id: OWN.clientId, redirect_uri });
  const own = { client_id: OWN.clientId, client_secret: OWN.secret, redirect_uri };
  const { status, body } = await exchange(sandbox, code, own);
  assertEquals(status, 200);
  assertEquals((await refresh(sandbox, body.refresh_token, own)).status, 200);
  assertEquals((await postToken(sandbox, CREDENTIALS, basic(OWN.clientId, OWN.secret))).status, 200);
  assertEquals((await postToken(sandbox, CREDENTIALS, basic(OWN.clientId, "another"))).body.error, "invalid_client");
  const [note = ""] = (await sandbox.control.requests()).at(-1)?.notes ?? [];
  assertStringIncludes(note, NOTES.wrong_secret.why.replace("{id}", OWN.clientId));
  assertEquals((await postToken(sandbox, CREDENTIALS, basic("sandbox-client", "x"))).status, 401);
  for (const secret of ["a&b", "a%26b"]) {
    assertEquals((await postToken(sandbox, CREDENTIALS, basic("plain-app", secret))).status, 200, secret);
  }
});
