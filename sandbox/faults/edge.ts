import { BLOCKED, cloudfront, METHOD_REFUSED, text } from "./bodies.ts";
import { rewriteText } from "./reshape.ts";
import type { FaultDefinition } from "./rule.ts";

/** Faults between the caller and the service: of the edge, and of the connection. */
export type EdgeFault =
  | "edge_page"
  | `edge_page:${400 | 403 | 502 | 503 | 504}`
  | "cf_method_403"
  | "waf_block"
  | "edge_429_text"
  | "latency"
  | "truncated_body"
  | "connection_reset"
  | "reply_lost"
  | "slow_body"
  | "cut_body"
  | "malformed_chunk"
  | "never_answer";

function page(status: number): FaultDefinition {
  return {
    about: `The edge answers ${status} with its own page.`,
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
export const edgeFaults: Readonly<Record<EdgeFault, FaultDefinition>> = {
  "edge_page": page(503),
  "edge_page:400": page(400),
  "edge_page:403": page(403),
  "edge_page:502": page(502),
  "edge_page:503": page(503),
  "edge_page:504": page(504),
  cf_method_403: {
    about: "The edge rejects methods that change something.",
    rule: {},
    applies: ({ request }) => request.method !== "GET" && request.method !== "HEAD",
    answer: ({ call }) => cloudfront(call, 403, METHOD_REFUSED),
  },
  waf_block: {
    about: "The edge treats the caller as a bot.",
    rule: {},
    answer: ({ call }) => cloudfront(call, 403, BLOCKED),
  },
  edge_429_text: {
    about: "The edge replies 429 in plain text.",
    rule: {},
    answer: ({ call }) => text(call, 429, "Please slow down.\n"),
  },
  latency: {
    about: "Every answer takes two seconds longer, or latencyMs.",
    rule: { latencyMs: 2000 },
  },
  truncated_body: {
    about: "The JSON is truncated, with a matching Content-Length.",
    rule: {},
    change: truncate,
  },
  connection_reset: {
    about: "The connection is reset before the request takes effect.",
    rule: { drop: "before" },
  },
  reply_lost: {
    about: "The request succeeds, but the connection is reset before the reply.",
    rule: { drop: "after_commit" },
  },
  slow_body: {
    about: "Bodies arrive at 1000 bytes per second, or at bytesPerSecond.",
    rule: { bytesPerSecond: 1000 },
  },
  cut_body: {
    about: "The connection is lost after 100 bytes of a body, or cutAfterBytes.",
    rule: { cutAfterBytes: 100 },
  },
  malformed_chunk: {
    about: "The chunked encoding of the body is invalid.",
    rule: { drop: "malformed_chunk" },
  },
  never_answer: {
    about: "The reply never comes.",
    rule: { drop: "never" },
  },
};
