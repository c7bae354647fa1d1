import { assert, assertEquals } from "@std/assert";
import { ServiceClient } from "@tonearm/client";
import { createSandbox } from "@tonearm/sandbox";
import { callApi } from "../../support/sandbox/requests.ts";
import { temporaryFolder } from "../../support/folder.ts";

Deno.test("tokens and codes: 200 unchanged clients on one port live in worlds of their own", async () => {
  using sandbox = createSandbox();
  await using server = await sandbox.serve();
  const worlds = await Promise.all(Array.from({ length: 200 }, async (_, i) => {
    const control = sandbox.control.namespace(`program-${i}`);
    const { access_token, refresh_token } = await control.issueTokens(1 + i % 5);
    return { control, access_token, refresh_token };
  }));
  const work = worlds.map(async ({ access_token, refresh_token }, i) => {
    const client = new ServiceClient({ ...server.clientConfig, timeoutMs: 600_000 });
    client.setToken(access_token, refresh_token);
    await client.playlists.create({ title: `Of ${i}` });
    const fresh = await client.auth.refreshUserToken(refresh_token);
    client.setToken(fresh.access_token, fresh.refresh_token);
    await client.likes.likeTrack(1143);
    const page = await client.me.getPlaylists();
    const reply = await fetch(`${server.url}/me`, { headers: { authorization: `OAuth ${fresh.access_token}` } });
    return [
      page.collection.map(({ title }) => title).filter((title) => title.startsWith("Of ")),
      (await reply.json()).id,
    ];
  });
  assertEquals(await Promise.all(work), worlds.map((_, i) => [[`Of ${i}`], 1 + i % 5]));
  for (const [i, { control }] of worlds.entries()) {
    const likes = await control.requests({ path: "/likes/tracks/1143" });
    assertEquals(likes.length, 1, `the log of program ${i} is its own`);
  }
  assertEquals((await sandbox.control.requests()).length, 0, "nothing reached the main world");
});

Deno.test("tokens and codes: a code of a namespace is exchanged there, and signing out ends its session only", async () => {
  using sandbox = createSandbox();
  const [one, two] = [sandbox.control.namespace("one.a"), sandbox.control.namespace("two-b")];
  const client = new ServiceClient(sandbox.clientConfig);
  const verifier = client.auth.generateCodeVerifier();
  const url = client.auth.getAuthorizationUrl({
    codeChallenge: await client.auth.generateCodeChallenge(verifier),
    state: "s",
  });
  const { pathname, search } = new URL(url);
  const body = new URLSearchParams({ user: "2", decision: "allow" });
  const page = await sandbox.fetch(`${one.clientConfig.authUrl}${pathname}${search}`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  const code = new URL(page.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const pair = await client.auth.getUserToken(code, verifier);
  client.setToken(pair.access_token, pair.refresh_token);
  assertEquals((await client.me.getMe()).urn, "soundcloud:users:2");
  const other = await two.issueTokens(2);
  const { status } = await client.me.getMe({ token: other.access_token }).then(
    () => ({ status: 200 }),
    (error) => error,
  );
  assertEquals(status, 200);
  await client.auth.signOut(pair.access_token);
  const after = async (token: string) =>
    (await callApi(sandbox, "GET /me", { headers: { authorization: `OAuth ${token}` } })).status;
  assertEquals([await after(pair.access_token), await after(other.access_token)], [401, 200]);
});

Deno.test("tokens and codes: those of an ended or invented namespace are invalid, and create none", async () => {
  using sandbox = createSandbox();
  const control = sandbox.control.namespace("gone");
  const { access_token } = await control.issueTokens();
  await sandbox.control.namespace("stays").issueTokens();
  await control.remove();
  const main = sandbox.issueTokens(1).access_token;
  assert(!main.includes("~"), "tokens of the main world are unmarked");
  const invented = [
    access_token,
    `${main}~${btoa("other").replaceAll("=", "")}`,
    `${main}~`,
    `${main}~%%`,
    `${main}~Li4v`,
  ];
  for (const token of invented) {
    const reply = await callApi(sandbox, "GET /me", { headers: { authorization: `OAuth ${token}` } });
    assertEquals(reply.status, 401);
    await reply.body?.cancel();
  }
  const { namespaces } = await (await callApi(sandbox, "GET /_sandbox/namespaces")).json();
  assertEquals(namespaces, ["stays"]);
});

Deno.test("tokens and codes: a kept namespace is opened again by its token", async () => {
  await using directory = await temporaryFolder();
  const options = { path: `${directory.path}/state.db` };
  let token: string;
  {
    using sandbox = createSandbox(options);
    token = (await sandbox.control.namespace("kept").issueTokens(3)).access_token;
  }
  using again = createSandbox(options);
  const reply = await callApi(again, "GET /me", { headers: { authorization: `OAuth ${token}` } });
  assertEquals((await reply.json()).id, 3);
});
