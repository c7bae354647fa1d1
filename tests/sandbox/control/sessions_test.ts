import { assert, assertEquals, assertMatch, assertObjectMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { callApi, control } from "../../support/sandbox/requests.ts";

interface Sessions {
  readonly tokenTtlSeconds: number;
  readonly sessions: readonly Readonly<Record<string, unknown>>[];
}

Deno.test("GET /sessions lists logins, newest first, with the expiry of their tokens but not the tokens", async () => {
  using sandbox = createSandbox({ clock: "2026-01-01T00:00:00Z", config: { refreshTtlSeconds: 7200 } });
  sandbox.clock.freeze("2026-01-01T00:00:00Z");
  const { access_token } = sandbox.issueTokens("night-ferry");
  sandbox.issueTokens(null);
  const { body } = await control<Sessions>(sandbox, "GET /sessions");
  assertEquals(body.sessions.map(({ user, app, tokens, ended }) => [user, app, tokens, ended]), [
    [null, "Sandbox", 1, false],
    ["Night Ferry", "Sandbox", 1, false],
  ]);
  const [, login] = body.sessions;
  assertObjectMatch(login ?? {}, {
    expiresAt: "2026-01-01T00:59:59.000Z",
    refreshExpiresAt: "2026-01-01T02:00:00.000Z",
  });
  assert(!JSON.stringify(body).includes(access_token.slice(-20)));
});

Deno.test("DELETE /sessions ends a login with its tokens, like a sign-out", async () => {
  using sandbox = createSandbox();
  const { access_token } = sandbox.issueTokens(1);
  const { body } = await control<Sessions>(sandbox, "GET /sessions");
  const headers = { authorization: `OAuth ${access_token}` };
  const status = async () => (await callApi(sandbox, "GET /me", { headers })).status;
  assertEquals(await status(), 200);
  assertEquals((await control(sandbox, `DELETE /sessions/${body.sessions[0]?.id}`)).status, 200);
  assertEquals(await status(), 401);
});

Deno.test("POST /requests/*/replay sends a request again with its secrets and body, and logs it", async () => {
  using sandbox = createSandbox();
  const headers = { "content-type": "application/json" };
  await callApi(sandbox, "POST /playlists", { headers, body: JSON.stringify({ playlist: { title: "Twice" } }) });
  const again = await control<{ status: number }>(sandbox, "POST /requests/1/replay");
  assertEquals([again.status, again.body.status], [200, 201]);
  const { body } = await control<{ requests: { status: number; request: { body: string } }[] }>(
    sandbox,
    "GET /requests",
  );
  assertEquals(body.requests.map(({ status }) => status), [201, 201]);
  assertEquals(body.requests[1]?.request.body, body.requests[0]?.request.body);
});

Deno.test("POST /requests/*/replay reports status 0 for a lost connection, and rejects a request whose body the log no longer has", async () => {
  using sandbox = createSandbox();
  await callApi(sandbox, "GET /me");
  sandbox.faults.add({ drop: "before", match: { path: "/me" } });
  assertEquals((await control(sandbox, "POST /requests/1/replay")).body, { status: 0 });
  sandbox.faults.clear();
  const body = "x".repeat(5000);
  const headers = { "content-type": "text/plain", "content-length": "5000" };
  await callApi(sandbox, "POST /tracks", { body, headers });
  const refused = await control<{ error: string }>(sandbox, "POST /requests/3/replay");
  assertEquals(refused.status, 409);
  assertMatch(refused.body.error, /doesn't keep bodies/);
});

Deno.test("GET /listen and /media serve sound and pictures, even of a blocked track, without a play, a fault or a log entry", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("server_error");
  interface Item {
    readonly playback_count: number;
    readonly waveform: string;
  }
  const item = async () => {
    const { body } = await control<{ items: Item[] }>(sandbox, "GET /catalogue/tracks?q=Hidden%20Arcade");
    return body.items[0];
  };
  const before = await item();
  const waveform = `media/${encodeURIComponent(before?.waveform.slice(1) ?? "")}`;
  for (
    const [prefix, path, type] of [
      ["", "listen/1199", "audio/mpeg"],
      ["", "listen/1193", "audio/mpeg"],
      ["/~mine", "listen/1199", "audio/mpeg"],
      ["", waveform, "application/json"],
      ["", "media/images%2Fartworks-abcdefgh-t300x300.jpg", "image/jpeg"],
    ] as const
  ) {
    const headers = { range: "bytes=0-9" };
    const reply = await sandbox.fetch(`https://api.sandbox.test${prefix}/_sandbox/${path}`, { headers });
    const isPart = type === "application/json" ? 200 : 206;
    assertEquals({ status: reply.status, contentType: reply.headers.get("content-type") }, {
      status: isPart,
      contentType: type,
    }, path);
    await reply.body?.cancel();
  }
  assertEquals(await item(), before);
  assertEquals((await control<{ total: number }>(sandbox, "GET /requests")).body.total, 0);
  for (const none of ["listen/7", "media/nothing", "media/..%2fme", "media/download%2F1199"]) {
    assertEquals((await control(sandbox, `GET /${none}`)).status, 404, none);
  }
});

Deno.test("GET /limits returns the limit and the reset time of each window, including an app's own limit", async () => {
  using sandbox = createSandbox({
    clock: "2026-01-01T00:00:00Z",
    apps: [{ clientId: "mine", clientSecret: "s", limits: { playsLimit: 3 } }],
  });
  sandbox.clock.freeze("2026-01-01T00:00:00Z");
  await callApi(sandbox, "GET /tracks/1078/preview", { redirect: "manual" });
  await callApi(sandbox, "POST /likes/tracks/1004");
  const { body } = await control<{ used: Record<string, unknown>[] }>(sandbox, "GET /limits");
  assertEquals(body.used.map(({ name, most, endsAt }) => [name, most, endsAt]), [
    ["plays by-client", 3, "2026-01-02T00:00:00.000Z"],
    ["user-actions by-user", 275, "2026-01-01T01:00:00.000Z"],
  ]);
});
