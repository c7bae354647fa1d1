import { BLOCKED, cloudfront, enveloped, envoy, gateway, METHOD_REFUSED, text } from "./bodies.ts";
import { rewriteText } from "./reshape.ts";
import type { FaultDefinition, FaultDefinitions, FaultMatch } from "./rule.ts";
import type { Call } from "../http/call.ts";

function page(status: number): FaultDefinition {
  return { rule: {}, answer: ({ call }) => cloudfront(call, status) };
}

async function truncate(reply: Response): Promise<Response> {
  const cut = await rewriteText(reply, (whole) => whole.slice(0, Math.ceil(whole.length / 2)));
  if (cut !== reply) cut.headers.set("cache-control", "max-age=600, public");
  return cut;
}

export const edgeFaults: FaultDefinitions = {
  "edge_page": page(503),
  ...Object.fromEntries([400, 403, 502, 503, 504].map((status) => [`edge_page:${status}`, page(status)])),
  cf_method_403: {
    rule: {},
    applies: ({ request }) => request.method !== "GET" && request.method !== "HEAD",
    answer: ({ call }) => cloudfront(call, 403, METHOD_REFUSED),
  },
  waf_block: { rule: {}, answer: ({ call }) => cloudfront(call, 403, BLOCKED) },
  edge_429_text: { rule: {}, answer: ({ call }) => text(call, 429, "Please slow down.\n") },
  latency: { rule: { latencyMs: 2000 } },
  truncated_body: { rule: {}, change: truncate },
  connection_reset: { rule: { drop: "before" } },
  reply_lost: { rule: { drop: "after_commit" } },
  slow_body: { rule: { bytesPerSecond: 1000 } },
  cut_body: { rule: { cutAfterBytes: 100 } },
  malformed_chunk: { rule: { drop: "malformed_chunk" } },
  never_answer: { rule: { drop: "never" } },
};

export const UPSTREAM: string = "upstream connect error or disconnect/reset before headers. " +
  "reset reason: remote connection failure, transport failure reason: delayed connect error: 113";

export const gatewayFaults: FaultDefinitions = {
  quota_403: { rule: {}, answer: ({ call }) => gateway(call, 403, "Quota exceeded") },
  api_disallowed: { rule: {}, answer: ({ call }) => gateway(call, 403, "Access to this API has been disallowed") },
  envoy_503: { rule: {}, answer: ({ call }) => envoy(call, 503, UPSTREAM) },
  envoy_504: { rule: {}, answer: ({ call }) => envoy(call, 504, "upstream request timeout") },
  mesh_404: { rule: {}, answer: ({ call }) => text(call, 404, "404 page not found") },
  unknown_route_405: { rule: {}, answer: ({ call }) => text(call, 405, "unknown route") },
};

const SCANNED = 64 * 1024 * 1024;
const UPLOAD = { method: "POST", path: "/tracks" };

function fails(match?: FaultMatch, applies?: FaultDefinition["applies"]): FaultDefinition {
  return { rule: match ? { match } : {}, ...(applies ? { applies } : {}), answer: ({ call }) => enveloped(call, 500) };
}

async function hasUnicodeName(call: Call): Promise<boolean> {
  const names = (await call.peek()).matchAll(/filename\*?=(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/g);
  return [...names].some(([whole, quoted, plain]) =>
    whole.startsWith("filename*") || /[^\x20-\x7e]/.test(quoted ?? plain ?? "")
  );
}

async function hasArtwork(call: Call): Promise<boolean> {
  return (await call.scan(SCANNED)).includes('name="track[artwork_data]"');
}

function hasEmptyQ({ url }: Call): boolean {
  return url.searchParams.getAll("q").length > 1 && url.searchParams.getAll("q").includes("");
}

export const serverErrors: FaultDefinitions = {
  "server_error": fails(),
  "server_error:token": fails({ method: "POST", path: "/oauth/token" }),
  "server_error:reposts": fails({ method: "POST", path: "/reposts/*" }),
  "server_error:playlists": fails({ method: "PUT", path: "/playlists/{playlist}" }),
  "server_error:filename": fails(UPLOAD, hasUnicodeName),
  "server_error:artwork": fails(UPLOAD, hasArtwork),
  "server_error:duplicate_q": fails({ method: "GET" }, hasEmptyQ),
};
