/**
 * Cases of signing in, refreshing and signing out, for the runtimes that can follow a redirect by hand.
 *
 * @module
 */
import { assert, assertEquals, errorOf } from "./expect.mjs";

/**
 * Does what a person does in a browser: opens the page and allows.
 *
 * @param {string} url
 */
async function consent(url) {
  const page = await (await fetch(url)).text();
  const user = /name="user" value="(\d+)" checked/.exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ user, decision: "allow" });
  const reply = await fetch(url, { method: "POST", body, redirect: "manual" });
  await reply.body?.cancel();
  return reply.headers.get("location") ?? "";
}

/** @param {import("./world.mjs").World} world */
async function signIn(world) {
  const client = world.visitor();
  const codeVerifier = client.auth.generateCodeVerifier();
  const codeChallenge = await client.auth.generateCodeChallenge(codeVerifier);
  const callback = await consent(client.auth.getAuthorizationUrl({ codeChallenge, state: "contract" }));
  const token = await client.auth.handleCallback(callback, { state: "contract", codeVerifier });
  return { client, token, callback, codeVerifier };
}

/** @type {Record<string, import("./world.mjs").Case>} */
export const sessions = {
  async "auth: a user signs in with PKCE, and out again"(world) {
    const { client, token } = await signIn(world);
    client.setToken(token.access_token, token.refresh_token);
    assert((await client.me.getMe()).username, "nobody is signed in");
    await client.auth.signOut(token.access_token);
    assertEquals((await errorOf(client.me.getMe({ token: token.access_token }))).status, 401, "statuses");
  },

  async "auth: a code works once, and a callback with another state not at all"(world) {
    const { client, callback, codeVerifier } = await signIn(world);
    const used = await errorOf(client.auth.handleCallback(callback, { state: "contract", codeVerifier }));
    assert(used.isInvalidGrant, `a used code: ${used}`);
    const forged = await errorOf(client.auth.handleCallback(callback, { state: "another", codeVerifier }));
    assert(!("status" in forged) || forged.status === 0 || forged.status === 400, `a forged state: ${forged}`);
  },

  async "auth: a refresh token works once"(world) {
    const { client, token } = await signIn(world);
    const fresh = await client.auth.refreshUserToken(token.refresh_token ?? "");
    assert(fresh.access_token !== token.access_token, "the token is the old one");
    const again = await client.auth.refreshUserToken(token.refresh_token ?? "");
    assert(again.access_token === fresh.access_token, "the client sent a refresh token that it had spent");
    const error = await errorOf(world.visitor().auth.refreshUserToken(token.refresh_token ?? ""));
    assert(error.isInvalidGrant && error.isPermanentAuthError, `a used refresh token: ${error}`);
  },
};
