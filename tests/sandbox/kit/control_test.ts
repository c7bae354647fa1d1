import { assert, assertEquals, assertRejects } from "@std/assert";
import { connectSandbox, createSandbox, type SandboxControl } from "@tonearm/sandbox";

/** Runs a test with the in-process control and with one over a socket, which have the same type. */
function onBoth(name: string, run: (control: SandboxControl) => Promise<void>): Deno.TestDefinition {
  return {
    name: `a SandboxControl ${name}`,
    async fn(t) {
      await t.step("sandbox.control", async () => {
        using sandbox = createSandbox();
        await run(sandbox.control);
      });
      await t.step("connectSandbox()", async () => {
        using sandbox = createSandbox();
        await using server = await sandbox.serve();
        await run(await connectSandbox(server.url));
      });
    },
  };
}

/** Sends a request to a world as a user; returns the status. */
async function callApi(
  { url, clientConfig, issueTokens }: ApiTarget,
  request: string,
  body?: unknown,
): Promise<number> {
  const [method = "GET", path = ""] = request.split(" ");
  const { access_token } = await issueTokens(1);
  const headers = { authorization: `OAuth ${access_token}`, "content-type": "application/json" };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const reply = await clientConfig.fetch(url + path, init);
  await reply.body?.cancel();
  return reply.status;
}

type ApiTarget = Pick<SandboxControl, "url" | "clientConfig"> & { issueTokens: SandboxControl["issueTokens"] };

function apiTarget(control: SandboxControl): ApiTarget {
  const { url, clientConfig } = control;
  return { url, clientConfig, issueTokens: (user) => control.issueTokens(user) };
}

Deno.test(onBoth("moves the clock, changes settings and switches faults", async (control) => {
  await control.clock.freeze("2026-01-01T00:00:00Z");
  await control.clock.advance(1500);
  assertEquals(await control.clock.now(), Date.UTC(2026, 0, 1, 0, 0, 1, 500));
  await control.clock.set(new Date("2031-01-01T00:00:00Z"));
  await control.clock.resume();
  assert(await control.clock.now() >= Date.UTC(2031, 0, 1));

  assertEquals((await control.config.set({ country: "FR" })).country, "FR");
  assertEquals((await control.config.get()).country, "FR");
  await assertRejects(() => control.config.set({ playsLimt: 3 } as object), Error, "did you mean playsLimit?");

  const { id } = await control.faults.add("envoy_503", { times: 1 });
  await control.faults.add({ match: { path: "/users/1" }, status: 418 });
  assertEquals(await callApi(apiTarget(control), "GET /me"), 503);
  assertEquals(await callApi(apiTarget(control), "GET /users/1"), 418);
  assertEquals((await control.faults.list()).map(({ hits }) => hits), [1, 1]);
  await control.faults.remove(id);
  await control.faults.clear();
  assertEquals(await control.faults.list(), []);
}));

Deno.test(onBoth("adds data, keeps snapshots, exports, imports and resets", async (control) => {
  const title = async () => {
    const reply = await control.clientConfig.fetch(`${control.url}/resolve?url=https://soundcloud.com/ann/out`, {
      headers: { authorization: `OAuth ${(await control.issueTokens(null)).access_token}` },
      redirect: "manual",
    });
    await reply.body?.cancel();
    return reply.status;
  };
  assertEquals(await title(), 404);
  const before = await control.snapshot();
  await control.data.add({ users: [{ permalink: "ann" }], tracks: [{ user: "ann", title: "Out" }] });
  assertEquals(await title(), 302);
  const kept = await control.data.export();
  await control.restore(before);
  assertEquals(await title(), 404);
  await control.data.import(kept);
  assertEquals(await title(), 302);
  await control.reset();
  assertEquals(await title(), 404);
  await assertRejects(() => control.restore("never"), Error, "There is no snapshot never");
  await assertRejects(
    () => control.data.add({ users: [{ permlink: "x" } as never] }),
    Error,
    "did you mean permalink?",
  );
}));

Deno.test(onBoth("gives namespaces that know nothing of each other, and end", async (control) => {
  const [one, two] = [control.namespace(), control.namespace("two")];
  assertEquals(two.url, `${control.url}/~two`);
  await one.faults.add("envoy_503");
  assertEquals([await callApi(apiTarget(one), "GET /me"), await callApi(apiTarget(two), "GET /me")], [503, 200]);
  assertEquals([(await one.requests()).length, (await control.requests()).length], [1, 0]);
  await one.remove();
  await one.remove();
  assertEquals(await one.faults.list(), []);
}));

Deno.test(onBoth("finds the requests that were sent", async (control) => {
  await callApi(apiTarget(control), "POST /playlists?a=b", { playlist: { title: "Mine", tracks: [{ id: 1001 }] } });
  await callApi(apiTarget(control), "GET /tracks/1001");
  assertEquals((await control.requests({ method: "GET" })).map(({ path }) => path), ["/tracks/1001"]);
  const found = await control.expectRequest({
    method: "post",
    path: "/playlist*",
    query: { a: "b" },
    headers: { Authorization: "OAuth *" },
    body: { playlist: { tracks: [{ id: 1001 }] } },
    status: 201,
  });
  assertEquals(found?.id, 1);
  assertEquals(await control.expectRequest({ method: "DELETE" }, { times: 0 }), undefined);
  await control.expectRequest({}, { times: 2 });
  await callApi(apiTarget(control), "GET /tracks/1001");
  assertEquals((await control.expectRequest({ path: "/tracks/1001" }))?.id, 3, "the latest");
}));

Deno.test(onBoth("waits for a request that is still to come", async (control) => {
  const found = control.expectRequest({ path: "/me" }, { waitMs: 60_000 });
  found.catch(() => {});
  await callApi(apiTarget(control), "GET /users/1");
  await callApi(apiTarget(control), "GET /me");
  assertEquals((await found)?.path, "/me");
}));

Deno.test(onBoth("tells what isn't documented, and what it is nearest to", async (control) => {
  await callApi(apiTarget(control), "GET /track/1001");
  await callApi(apiTarget(control), "GET /track/1001");
  await callApi(apiTarget(control), "GET /me");
  await callApi(apiTarget(control), "GET /trakcs/1001/s-Secret1234");
  assertEquals(await control.undocumented(), [
    { request: "GET /track/1001", problem: "the operation", nearest: "GET /tracks/{track_urn}", count: 2 },
    {
      request: "GET /trakcs/1001/s-[hidden]",
      problem: "the operation",
      nearest: "GET /tracks/{track_urn}/streams",
      count: 1,
    },
  ]);
  assertEquals((await control.conformance()).violationCount, 0);
}));

Deno.test("connectSandbox() says what is wrong with a URL", async () => {
  const lost = await assertRejects(
    () => connectSandbox("http://127.0.0.1:9"),
    Error,
    "Cannot connect to the sandbox at",
  );
  assert(lost.cause instanceof Error);
  const other = () => Promise.resolve(Response.json({ hello: 1 }));
  await assertRejects(() => connectSandbox("http://x.test", { fetch: other }), Error, "another program answers there");
});

Deno.test("connectSandbox() accepts the URL of a namespace", async () => {
  using sandbox = createSandbox({ apps: [{ clientId: "mine", clientSecret: "hush" }] });
  await using server = await sandbox.serve();
  const control = await connectSandbox(`${server.url}/~one/`);
  assertEquals([control.url, control.namespace("two").url], [`${server.url}/~one`, `${server.url}/~two`]);
  const { clientId, clientSecret, baseUrl } = control.clientConfig;
  assertEquals(clientId, "mine");
  assertEquals(clientSecret, "hush");
  assertEquals(baseUrl, `${server.url}/~one`);
  assertEquals((await control.issueTokens()).token_type, "bearer");
});
