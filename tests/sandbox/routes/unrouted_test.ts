import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { documentedMethods, nearestOperation } from "../../../sandbox/document/undocumented.ts";
import { caller } from "../../support/api.ts";

Deno.test("sandbox routing: an unknown route is a 404 that names the nearest", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const misspelt: Record<string, string> = {
    "/track/1": "GET /tracks/{track_urn}",
    "/trakcs/1/comment": "GET /tracks/{track_urn}/comments",
    "/me/follower": "GET /me/followers",
    "/users/1/like/tracks": "GET /users/{user_urn}/likes/tracks",
    "/me/": "GET /me",
    "/charts": "GET /tracks",
  };
  for (const [path, nearest] of Object.entries(misspelt)) {
    const { status, body } = await api.get(path);
    assertEquals({ status, code: body.code }, { status: 404, code: 404 });
    assertStringIncludes(body.message, `The nearest is ${nearest}.`);
  }
});

Deno.test("sandbox routing: the nearest operation preferably has the same method", () => {
  assertEquals(nearestOperation("DELETE", "/playlist/1"), "DELETE /playlists/{playlist_urn}");
  assertEquals(documentedMethods("/playlists/1"), ["GET", "PUT", "DELETE"]);
});

Deno.test("sandbox routing: a known path with another method is a 405 in plain text with the allowed methods", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  for (const [method, path, allow] of [["DELETE", "/me", "GET"], ["POST", "/me/playlists", "GET"]]) {
    const { status, text, headers } = await api.send(path ?? "", { method: method ?? "" });
    assertEquals({ status, text, allow: headers.get("allow") }, {
      status: 405,
      text: "unknown route",
      allow: allow ?? "",
    });
    assertEquals(headers.get("content-type"), "text/plain; charset=utf-8");
  }
  assertEquals((await api.put("/me/tracks/1020", { track: {} })).status, 405);
});

Deno.test("HEAD answers like GET, without a body", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const head = await api.send("/tracks/1020", { method: "HEAD" });
  assertEquals({ status: head.status, text: head.text }, { status: 200, text: "" });
  assertEquals(head.headers.get("content-type"), "application/json; charset=utf-8");
});

Deno.test("sandbox routing: http to the service's hosts is a 301 to https", async () => {
  using sandbox = createSandbox();
  const reply = await sandbox.fetch("http://api.soundcloud.com/tracks/1020?a=b", { redirect: "manual" });
  assertEquals({ status: reply.status, location: reply.headers.get("location") }, {
    status: 301,
    location: "https://api.soundcloud.com/tracks/1020?a=b",
  });
});

Deno.test("sandbox routing: browsers get CORS headers, on errors too, unless they are switched off", async () => {
  using sandbox = createSandbox();
  const api = caller(sandbox);
  const allowed = async (path: string) =>
    (await api.get(path, { origin: "https://app.example" })).headers.get("access-control-allow-origin");
  assertEquals([await allowed("/me"), await allowed("/tracks/9"), await allowed("/nowhere")], ["*", "*", "*"]);
  assertEquals((await api.get("/me")).headers.has("access-control-allow-origin"), false);
  const preflight = await api.send("/tracks/1020", {
    method: "OPTIONS",
    headers: { "origin": "https://app.example", "access-control-request-method": "PUT" },
  });
  assertEquals(preflight.status, 204);
  assertMatch(preflight.headers.get("access-control-allow-methods") ?? "", /PUT/);
  assertMatch(preflight.headers.get("access-control-allow-headers") ?? "", /Authorization/);
  sandbox.config.cors = false;
  assertEquals(await allowed("/me"), null);
});
