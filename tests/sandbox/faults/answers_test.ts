import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { FaultName } from "@tonearm/sandbox";
import { drawCover } from "../../../sandbox/media/picture.ts";
import { credentials } from "../../support/oauth.ts";
import { serveSandbox } from "../../support/served.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";

const LINK = "https://developers.soundcloud.com/docs/api/explorer/open-api";
const JSON_TYPE = "application/json";

interface Expected {
  readonly status: number;
  readonly type: string;
  /** The whole body. */
  readonly body: string;
}

function envelope(status: number, reason: string, message = ""): Expected {
  const errors = message === "" ? [] : [{ error_message: message }];
  const body = { code: status, message, link: LINK, status: `${status} - ${reason}`, errors, error: null };
  return { status, type: JSON_TYPE, body: JSON.stringify(body) };
}

const PLAYLIST = JSON.stringify({ playlist: { title: "x", set_type: "playlist" } });
const FORM = new FormData();
FORM.set("track[title]", "x");
FORM.set("track[artwork_data]", new Blob([await drawCover("mine", 8)]), "picture.png");
FORM.set("track[asset_data]", new Blob([writeWav(new Float32Array(800), 8000)]), "grüße.wav");

const json = (method: string, body: string): RequestInit => ({
  method,
  body,
  headers: { "content-type": "application/json" },
});
const upload: RequestInit = { method: "POST", body: FORM };

const ANSWERS: readonly (readonly [FaultName, string, RequestInit, Expected])[] = [
  ["quota_403", "/me", {}, { status: 403, type: JSON_TYPE, body: '{\n    "error": "Quota exceeded"\n}' }],
  ["api_disallowed", "/me", {}, {
    status: 403,
    type: JSON_TYPE,
    body: '{\n    "error": "Access to this API has been disallowed"\n}',
  }],
  ["envoy_503", "/me", {}, {
    status: 503,
    type: "text/plain",
    body: "upstream connect error or disconnect/reset before headers. reset reason: remote connection failure, " +
      "transport failure reason: delayed connect error: 113",
  }],
  ["envoy_504", "/me", {}, { status: 504, type: "text/plain", body: "upstream request timeout" }],
  ["mesh_404", "/me", {}, { status: 404, type: "text/plain", body: "404 page not found" }],
  ["unknown_route_405", "/likes/tracks/1", { method: "POST" }, {
    status: 405,
    type: "text/plain; charset=utf-8",
    body: "unknown route",
  }],
  ["edge_429_text", "/me", {}, { status: 429, type: "text/plain", body: "Please slow down.\n" }],
  ["error_in_200", "/me", {}, {
    ...envelope(200, "unable to decode response"),
    body: `{"code":200,"message":"unable to decode response","link":"${LINK}",` +
      '"status":"200 - unable to decode response","errors":[],"error":null}',
  }],
  ["playable_but_403", "/tracks/soundcloud:tracks:1/streams/0-0-0/hls", {}, envelope(403, "Forbidden")],
  ["needs_paid_plan", "/tracks/soundcloud:tracks:1/streams", {}, envelope(403, "Forbidden")],
  ["no_streams", "/tracks/soundcloud:tracks:1/streams", {}, { status: 200, type: JSON_TYPE, body: "{}" }],
  ["upload_401_plain", "/tracks", upload, { status: 401, type: "text/plain", body: "\n" }],
  ["server_error:filename", "/tracks", upload, envelope(500, "Internal Server Error")],
  ["server_error:artwork", "/tracks", upload, envelope(500, "Internal Server Error")],
  ["asset_422_flaky", "/tracks", upload, {
    ...envelope(422, "Unprocessable Entity", "unable to process provided asset_data"),
  }],
  ["server_error:reposts", "/reposts/tracks/1", { method: "POST" }, envelope(500, "Internal Server Error")],
  ["server_error:playlists", "/playlists/1", json("PUT", PLAYLIST), envelope(500, "Internal Server Error")],
  ["server_error:duplicate_q", "/tracks?q=lofi&q=", {}, envelope(500, "Internal Server Error")],
];

for (const [name, path, init, expected] of ANSWERS) {
  Deno.test(`${name} answers ${expected.status} with the recorded body while it's on`, async () => {
    await using served = await serveSandbox();
    const fault = served.sandbox.faults.add(name, { probability: 1 });
    const reply = await served.call(path, init);
    assertEquals(reply.status, expected.status);
    assertStringIncludes(reply.headers.get("content-type") ?? "", expected.type);
    assertEquals(await reply.text(), expected.body);
    assertEquals(fault.hits, 1);
    served.sandbox.faults.clear();
    const after = await served.call(path, init);
    assert(await after.text() !== expected.body, "the service itself answers again");
  });
}

const TOKEN_ANSWERS: readonly (readonly [FaultName, number, string])[] = [
  ["server_error:token", 500, envelope(500, "Internal Server Error").body],
  ["token_429_spurious", 429, '{"error":"rate_limit_exceeded"}'],
  ["app_revoked", 401, '{"error":"invalid_client"}'],
];

for (const [name, status, body] of TOKEN_ANSWERS) {
  Deno.test(`${name} answers only the token endpoint with ${status}`, async () => {
    await using served = await serveSandbox();
    served.sandbox.faults.add(name);
    const form = new URLSearchParams({ grant_type: "client_credentials", ...credentials(served.sandbox) });
    const reply = await served.call("/oauth/token", { method: "POST", body: form });
    assertEquals({ status: reply.status, text: await reply.text() }, { status, text: body });
    assertEquals(reply.headers.get("www-authenticate"), name === "token_429_spurious" ? "Basic" : null);
    assertEquals((await served.getJson("/me")).kind, "user");
  });
}

const UNREACHED = "CloudFront attempted to establish a connection with the origin, but ";
const CLOSED = `${UNREACHED}either the attempt failed or the origin closed the connection.`;
/** The sentences of the edge's pages. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: "Bad request.",
  403:
    "The Lambda function associated with the CloudFront distribution is invalid or doesn't have the required permissions.",
  502: CLOSED,
  503: `${UNREACHED}the origin didn't answer.`,
  504: CLOSED,
};

for (const [status, sentence] of Object.entries(SENTENCES).map(([key, text]) => [Number(key), text] as const)) {
  Deno.test(`edge_page:${status} answers with the gateway's page, with its request id in header and text`, async () => {
    await using served = await serveSandbox();
    served.sandbox.faults.add(`edge_page:${status}` as FaultName);
    const reply = await served.call("/me");
    const page = await reply.text();
    assertEquals(reply.status, status);
    assertEquals(reply.headers.get("content-type"), "text/html");
    assertEquals(reply.headers.get("x-cache"), "Error from cloudfront");
    assertStringIncludes(page, "<TITLE>ERROR: The request could not be satisfied</TITLE>");
    assertStringIncludes(page, `<H1>${status}${status === 502 ? " Bad Gateway" : ""} ERROR</H1>`);
    assertStringIncludes(page, `\n${sentence}\n`);
    const id = reply.headers.get("x-amz-cf-id") ?? "";
    assertStringIncludes(page, `Request ID: ${id.replaceAll("=", "&#x3D;")}`);
  });
}

Deno.test("waf_block says that the request was blocked", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add("waf_block");
  const reply = await served.call("/me");
  assertEquals(reply.status, 403);
  assertStringIncludes(await reply.text(), "\nRequest blocked.\n");
});

Deno.test("cf_method_403 rejects writes and lets reads through", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add("cf_method_403");
  const write = await served.call("/likes/tracks/1", { method: "POST" });
  assertEquals(write.status, 403);
  assertStringIncludes(await write.text(), "not configured to allow the HTTP request method");
  assertEquals((await served.getJson("/me")).kind, "user");
});

Deno.test("sandbox faults: gateway replies have its meaningless rate headers", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add("quota_403");
  const reply = await served.call("/me");
  assertEquals((await reply.text()).length, 33);
  const names = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-generator", "server"];
  assertEquals(names.map((name) => reply.headers.get(name)), ["-1", "0", "0", "tyk.io", "envoy"]);
});
