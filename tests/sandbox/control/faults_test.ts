import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { callApi, control } from "../../support/sandbox/control.ts";

interface Listed {
  readonly active: { readonly id: number; readonly name: string | null; readonly hits: number }[];
  readonly names: { readonly name: string; readonly about: string }[];
}

/** The names that users of the service have asked for. */
const WANTED =
  `server_error:token token_429_spurious refresh_commit_then_drop refresh_drop_before_commit code_exchange_flaky
  authorize_blank authorize_500 app_revoked state_tampered redirect_schemeless edge_page:400 edge_page:403 edge_page:502
  edge_page:503 edge_page:504 cf_method_403 waf_block edge_429_text latency truncated_body quota_403 api_disallowed
  envoy_503 envoy_504 mesh_404 unknown_route_405 error_in_200 cross_user_cache stale_search_cache
  cache_ignores_created_at stale_lists zero_counts track_count_zero duration_zero empty_string_urls extra_fields
  missing_fields cursor_loop next_href_internal_host next_href_drops_params activities_bad_cursor page_shift
  playable_but_403 expired_cdn_url no_streams upload_503_html upload_401_plain server_error:filename
  server_error:artwork asset_422_flaky transcode_stuck server_error:reposts server_error:playlists
  needs_paid_plan batch_drops_one batch_under_10_empty server_error:duplicate_q cors_missing cors_missing_on_error`
    .split(/\s+/);

Deno.test("POST /_sandbox/faults: every fault has a name and a description", async () => {
  using sandbox = createSandbox();
  const { body } = await control<Listed>(sandbox, "GET /faults");
  const names = body.names.map(({ name }) => name);
  assertEquals(WANTED.filter((name) => !names.includes(name)), []);
  assert(body.names.every(({ about }) => /^[A-Z].*\.$/.test(about)));
});

Deno.test("POST /_sandbox/faults: faults are added by name, by name with a rule, as rules and as lists, and show their hits", async () => {
  using sandbox = createSandbox();
  assertEquals((await control(sandbox, "POST /faults", { name: "mesh_404", times: 1 })).status, 201);
  const rule = { match: { method: "GET", path: "/me", nth: 2 }, status: 503, body: "later", times: 1 };
  assertEquals((await control(sandbox, "POST /faults", ["extra_fields", rule])).status, 201);
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await callApi(sandbox, "GET /me")).status);
  assertEquals(statuses, [404, 503, 200, 200]);
  const { active } = (await control<Listed>(sandbox, "GET /faults")).body;
  assertEquals(active.map(({ id, name, hits }) => [id, name, hits]), [[1, "mesh_404", 1], [2, "extra_fields", 4], [
    3,
    null,
    1,
  ]]);
});

Deno.test("POST /_sandbox/faults: faults are removed by id, or all at once", async () => {
  using sandbox = createSandbox();
  await control(sandbox, "POST /faults", ["waf_block", "mesh_404"]);
  assertEquals((await control(sandbox, "DELETE /faults/1")).status, 200);
  assertEquals((await control(sandbox, "DELETE /faults/1")).status, 404);
  assertEquals((await callApi(sandbox, "GET /me")).status, 404);
  await control(sandbox, "DELETE /faults");
  assertEquals((await callApi(sandbox, "GET /me")).status, 200);
});

const IMPOSSIBLE = [
  "gremlins",
  7,
  { name: "gremlins" },
  { name: "toString" },
  { status: 99 },
  { status: "500" },
  { headers: { a: 1 } },
  { latencyMs: -1 },
  { bytesPerSecond: 0 },
  { cutAfterBytes: 1.5 },
  { drop: "sometimes" },
  { times: -1 },
  { probability: 2 },
  { match: "GET /me" },
  { match: { verb: "GET" } },
  { match: { nth: "first" } },
  { statsu: 500 },
];

for (const fault of IMPOSSIBLE) {
  Deno.test(`${JSON.stringify(fault)} is rejected as a fault, with the reason`, async () => {
    using sandbox = createSandbox();
    const { status, body } = await control<{ error: string }>(sandbox, "POST /faults", JSON.stringify(fault));
    assertEquals(status, 400);
    assertStringIncludes(body.error, " ");
    assertEquals(sandbox.faults.list(), []);
  });
}
