import { BLOCKED, cloudfront, METHOD_REFUSED, text } from "./bodies.ts";
import { rewriteText } from "./reshape.ts";
import type { FaultDefinition, FaultDefinitions } from "./rule.ts";

function page(status: number): FaultDefinition {
  return {
    rule: {},
    answer: ({ call }) => cloudfront(call, status),
  };
}

async function truncate(reply: Response): Promise<Response> {
  const cut = await rewriteText(reply, (whole) => whole.slice(0, Math.ceil(whole.length / 2)));
  if (cut !== reply) cut.headers.set("cache-control", "max-age=600, public");
  return cut;
}

/** Faults of the edge and the connection. */
export const edgeFaults: FaultDefinitions = {
  "edge_page": page(503),
  "edge_page:400": page(400),
  "edge_page:403": page(403),
  "edge_page:502": page(502),
  "edge_page:503": page(503),
  "edge_page:504": page(504),
  cf_method_403: {
    rule: {},
    applies: ({ request }) => request.method !== "GET" && request.method !== "HEAD",
    answer: ({ call }) => cloudfront(call, 403, METHOD_REFUSED),
  },
  waf_block: {
    rule: {},
    answer: ({ call }) => cloudfront(call, 403, BLOCKED),
  },
  edge_429_text: {
    rule: {},
    answer: ({ call }) => text(call, 429, "Please slow down.\n"),
  },
  latency: {
    rule: { latencyMs: 2000 },
  },
  truncated_body: {
    rule: {},
    change: truncate,
  },
  connection_reset: {
    rule: { drop: "before" },
  },
  reply_lost: {
    rule: { drop: "after_commit" },
  },
  slow_body: {
    rule: { bytesPerSecond: 1000 },
  },
  cut_body: {
    rule: { cutAfterBytes: 100 },
  },
  malformed_chunk: {
    rule: { drop: "malformed_chunk" },
  },
  never_answer: {
    rule: { drop: "never" },
  },
};
