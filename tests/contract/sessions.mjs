/**
 * Cases of signing in, refreshing, signing out and uploading.
 *
 * @module
 */
import { failure, same, truth } from "./expect.mjs";

/** A WAV file of a second of noise. */
function wav() {
  const rate = 8000;
  const view = new DataView(new ArrayBuffer(44 + rate * 2));
  /** @type {[number, string][]} */
  const words = [[0, "RIFF"], [8, "WAVEfmt "], [36, "data"]];
  for (const [offset, text] of words) {
    for (let i = 0; i < text.length; i += 1) view.setUint8(offset + i, text.charCodeAt(i));
  }
  for (const [offset, value] of [[4, 36 + rate * 2], [16, 16], [24, rate], [28, rate * 2], [40, rate * 2]]) {
    view.setUint32(offset ?? 0, value ?? 0, true);
  }
  for (const [offset, value] of [[20, 1], [22, 1], [32, 2], [34, 16]]) view.setUint16(offset ?? 0, value ?? 0, true);
  for (let i = 0; i < rate; i += 1) view.setInt16(44 + i * 2, Math.sin(i / 5) * 9000, true);
  return new Blob([view.buffer], { type: "audio/wav" });
}

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
    truth((await client.me.getMe()).username, "nobody is signed in");
    await client.auth.signOut(token.access_token);
    same((await failure(client.me.getMe({ token: token.access_token }))).status, 401, "statuses");
  },

  async "auth: a code works once, and a callback with another state not at all"(world) {
    const { client, callback, codeVerifier } = await signIn(world);
    const used = await failure(client.auth.handleCallback(callback, { state: "contract", codeVerifier }));
    truth(used.isInvalidGrant, `a used code: ${used}`);
    const forged = await failure(client.auth.handleCallback(callback, { state: "another", codeVerifier }));
    truth(!("status" in forged) || forged.status === 0 || forged.status === 400, `a forged state: ${forged}`);
  },

  async "auth: an expired token is refreshed on the way, once for calls at the same time"(world) {
    const { client, token } = await signIn(world);
    client.setToken("an-expired-token", token.refresh_token);
    const users = await Promise.all([1, 2, 3, 4].map(() => client.me.getMe()));
    same(new Set(users.map(({ urn }) => urn)).size, 1, "users");
    truth(client.accessToken !== "an-expired-token", "the token is the old one");
    truth(client.refreshToken !== token.refresh_token, "the refresh token is the old one");
  },

  async "auth: a refresh token works once"(world) {
    const { client, token } = await signIn(world);
    const fresh = await client.auth.refreshUserToken(token.refresh_token ?? "");
    truth(fresh.access_token !== token.access_token, "the token is the old one");
    const error = await failure(client.auth.refreshUserToken(token.refresh_token ?? ""));
    truth(error.isInvalidGrant && error.isPermanentAuthError, `a used refresh token: ${error}`);
  },

  async "upload: a file becomes a track that plays, can be changed and deleted"(world) {
    const { tracks } = world.user();
    let sent = 0;
    const { urn } = await tracks.upload({ title: "Contract", asset_data: wav() }, {
      onProgress: ({ sentBytes }) => sent = sentBytes,
    });
    truth(sent > 16_000, `progress told of ${sent} bytes`);
    const ready = await tracks.waitUntilReady(urn, { pollMs: 20, timeoutMs: 15_000 });
    truth(Math.abs(ready.duration - 1000) < 100, `the track plays ${ready.duration} ms`);
    same((await tracks.update(urn, { title: "Changed" })).title, "Changed", "titles");
    await tracks.delete(urn);
    same((await failure(tracks.getTrack(urn))).status, 404, "statuses");
  },
};
