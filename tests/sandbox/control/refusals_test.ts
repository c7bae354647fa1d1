import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { callApi, control } from "../../support/sandbox/requests.ts";

const LONG = "x".repeat(200);
const SHOWN = "x".repeat(80);

/** Requests for missing resources, and their errors; messages contain at most 80 letters of a name. */
const REFUSED: Readonly<Record<string, readonly [status: number, error: string]>> = {
  [`DELETE /sessions/${LONG}`]: [404, `There is no session ${SHOWN}`],
  [`DELETE /faults/${LONG}`]: [404, `There is no fault ${SHOWN}`],
  [`DELETE /snapshots/${LONG}`]: [404, `There is no snapshot ${SHOWN}`],
  [`POST /snapshots/${LONG}/restore`]: [404, `There is no snapshot ${SHOWN}`],
  [`POST /requests/${LONG}/replay`]: [404, `The log has no request ${SHOWN}`],
  [`DELETE /namespaces/${LONG}`]: [404, `There is no namespace ${SHOWN}`],
  [`GET /listen/${LONG}`]: [404, `There is no track ${SHOWN}`],
  [`GET /media/${LONG}`]: [404, `There is no ${SHOWN}`],
  "GET /media/images%2Fa.jpg%2F..%2F..%2Fsounds": [404, "There is no images/a.jpg/../../sounds"],
  "GET /media/other%2Fimages%2Fa.jpg": [404, "There is no other/images/a.jpg"],
  [`GET /catalogue/${LONG}`]: [404, `The catalogue has no ${SHOWN}`],
  [`GET /ui/${LONG}`]: [404, `The dashboard has no ${SHOWN}`],
  "GET /catalogue/toString": [404, "The catalogue has no toString"],
  "GET /ui/toString": [404, "The dashboard has no toString"],
  "GET /ui/..%2fassets.ts": [404, "The dashboard has no ../assets.ts"],
  [`GET /${LONG}`]: [404, `The control plane has no /${SHOWN.slice(1)}`],
  "GET /sessions/": [404, "The control plane has no /sessions/"],
  "GET /ui/%zz": [400, "The path is not decodable"],
};

for (const [request, [status, error]] of Object.entries(REFUSED)) {
  Deno.test(`/_sandbox: ${request.replace(LONG, "<long>")} is rejected with ${status} and a reason`, async () => {
    using sandbox = createSandbox();
    assertEquals(await control(sandbox, request), { status, body: { error } });
  });
}

/** Rejected bodies. */
const BODIES: readonly (readonly [request: string, body: unknown, status: number, error: string])[] = [
  ["POST /tokens", { user: LONG }, 404, `There is no user ${SHOWN}`],
  ["POST /tokens", { app: LONG }, 404, `There is no app ${SHOWN}`],
  ["POST /tokens", { app: 7 }, 404, "There is no app 7"],
  ["POST /tokens", { user: [] }, 400, "user is neither an id nor a permalink"],
  ["POST /tokens", "{", 400, "The body is not JSON"],
  ["POST /tokens", { usr: 1 }, 400, "the body has no field usr, did you mean user?"],
  ["POST /clock", { set: "soon" }, 400, "set is not a moment in time, such as 2026-01-31T12:00:00Z"],
  ["POST /clock", { set: true }, 400, "set is not a moment in time, such as 2026-01-31T12:00:00Z"],
  ["POST /clock", { advance: "1h" }, 400, "advance is not in milliseconds"],
  ["POST /clock", { freeze: 1 }, 400, "freeze is neither true nor false"],
  ["POST /faults", 7, 400, "a fault is not an object"],
  ["POST /faults", [null], 400, "a fault is not an object"],
  ["POST /faults", [[]], 400, "a fault is not an object"],
  ["POST /data", { empty: true }, 400, "Cannot read the body: empty applies only to a new sandbox"],
  ["POST /snapshots", { name: "a b" }, 400, "name is not a word of up to 64 letters"],
  ["POST /snapshots", { name: "a".repeat(65) }, 400, "name is not a word of up to 64 letters"],
  ["POST /snapshots", { name: 7 }, 400, "name is not a word of up to 64 letters"],
  ["PATCH /config", { playsLimit: "many" }, 400, `Cannot set playsLimit to "many": it must be a whole number from 0`],
  ["PATCH /config", { playLimit: 1 }, 400, "Cannot set playLimit: no setting has this name, did you mean playsLimit?"],
  [
    "PATCH /limits",
    { tokenTtlSeconds: 1 },
    400,
    "Cannot set tokenTtlSeconds: no setting has this name, choose from clientCredentialsPerApp, clientCredentialsPerAddress, playsLimit, gatewayBurst, spamThreshold, maxFollowings, maxPlaylistTracks",
  ],
];

for (const [request, body, status, error] of BODIES) {
  Deno.test(`/_sandbox: ${request} with ${JSON.stringify(body).replace(LONG, "<long>")} is rejected with ${status}`, async () => {
    using sandbox = createSandbox();
    assertEquals(await control(sandbox, request, body), { status, body: { error } });
  });
}

Deno.test("/_sandbox: a method that a path doesn't have is a 405 that tells the others", async () => {
  using sandbox = createSandbox();
  for (const [request, allow] of [["PATCH /requests", "GET, DELETE"], ["DELETE /clock", "GET, POST"]]) {
    const [method = "", path = ""] = request!.split(" ");
    const reply = await sandbox.fetch(`https://api.sandbox.test/_sandbox${path}`, { method });
    assertEquals({ status: reply.status, allow: reply.headers.get("allow") }, { status: 405, allow }, request);
  }
});

Deno.test("/_sandbox: replies are neither cached nor sniffed", async () => {
  using sandbox = createSandbox();
  for (const path of ["/state", "/nothing", "/export"]) {
    const { headers, body } = await sandbox.fetch(`https://api.sandbox.test/_sandbox${path}`);
    await body?.cancel();
    assertEquals([headers.get("cache-control"), headers.get("x-content-type-options")], ["no-store", "nosniff"], path);
  }
});

Deno.test("/_sandbox: 32 snapshots are kept, a name of 64 letters among them, and one of these may be taken anew", async () => {
  using sandbox = createSandbox();
  const last = "a".repeat(64);
  for (let number = 1; number < 32; number++) {
    const { body } = await control(sandbox, "POST /snapshots", {});
    assertEquals(body.name, `snapshot-${number}`);
  }
  assertEquals((await control(sandbox, "POST /snapshots", { name: last })).status, 201);
  assertEquals(await control(sandbox, "POST /snapshots", {}), {
    status: 409,
    body: { error: "There are 32 snapshots already" },
  });
  assertEquals((await control(sandbox, "POST /snapshots", { name: last })).status, 201);
});

Deno.test("GET /_sandbox/state counts what there is, and names what is in use", async () => {
  using sandbox = createSandbox({ clock: "2026-10-01T12:00:00Z" });
  sandbox.clock.freeze("2026-10-01T12:00:00Z");
  sandbox.faults.add("envoy_503");
  await control(sandbox, "POST /snapshots", { name: "before" });
  await control(sandbox, "POST /tokens", {});
  await (await sandbox.fetch("https://api.sandbox.test/~other/_sandbox/health")).body?.cancel();
  await (await sandbox.fetch("https://api.sandbox.test/me")).body?.cancel();
  assertEquals(await control(sandbox, "GET /state"), {
    status: 200,
    body: {
      app: {
        clientId: "sandbox-client",
        clientSecret: "sandbox-secret",
        redirectUri: "http://127.0.0.1:8765/callback",
      },
      clock: { frozen: true, now: "2026-10-01T12:00:00.000Z" },
      counts: {
        access_tokens: 1,
        apps: 1,
        comments: 400,
        follows: 120,
        playlists: 20,
        plays: 60,
        tracks: 200,
        users: 20,
      },
      faults: 1,
      namespaces: ["other"],
      requests: 1,
      seed: 42,
      snapshots: ["before"],
      strict: false,
    },
  });
});

Deno.test("GET /_sandbox/health and POST /_sandbox/reset say that all is well", async () => {
  using sandbox = createSandbox();
  assertEquals(await control(sandbox, "GET /health"), { status: 200, body: { status: "ok" } });
  assertEquals(await control(sandbox, "POST /reset"), { status: 200, body: { status: "reset" } });
  assertEquals(await control(sandbox, "DELETE /faults"), { status: 200, body: { status: "cleared" } });
  assertEquals(await control(sandbox, "DELETE /requests"), { status: 200, body: { status: "cleared" } });
  assertEquals(await control(sandbox, "POST /data", {}), { status: 201, body: { status: "added" } });
});

Deno.test("GET /_sandbox/limits tells each window's limit, and when it opens again", async () => {
  using sandbox = createSandbox({ clock: "2026-10-01T12:00:00Z", config: { gatewayBurst: 100 } });
  sandbox.clock.freeze("2026-10-01T12:00:00Z");
  const { clientId, clientSecret, authUrl } = sandbox.clientConfig;
  await (await sandbox.fetch(`${authUrl}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })).body?.cancel();
  for (const request of ["GET /tracks/1078/preview", "PUT /me/followings/9"]) {
    await (await callApi(sandbox, request)).body?.cancel();
  }
  const { body } = await control<{ used: readonly Record<string, unknown>[] }>(sandbox, "GET /limits");
  const openedAt = "2026-10-01T12:00:00.000Z";
  const client = "sandbox-client";
  const exchange = "client-credentials-exchange";
  assertEquals(body.used.map(({ label }) => label), [
    "App tokens of the app",
    "App tokens of the IP address",
    "Calls of the app",
    "Plays of the app",
    "Likes, reposts, follows and comments of user",
  ]);
  assertEquals(body.used.map(({ label: _, ...row }) => row), [
    { name: `${exchange} by-client`, holder: client, used: 1, most: 50, openedAt, endsAt: "2026-10-02T00:00:00.000Z" },
    { name: `${exchange} by-ip`, holder: "", used: 1, most: 30, openedAt, endsAt: "2026-10-01T13:00:00.000Z" },
    {
      name: "gateway-burst by-client",
      holder: client,
      used: 2,
      most: 100,
      openedAt,
      endsAt: "2026-10-01T12:00:10.000Z",
    },
    { name: "plays by-client", holder: client, used: 1, most: 15_000, openedAt, endsAt: "2026-10-02T12:00:00.000Z" },
    { name: "user-actions by-user", holder: "1", used: 1, most: 275, openedAt, endsAt: "2026-10-01T13:00:00.000Z" },
  ]);
});
