import type { Call } from "../http/call.ts";
import { enveloped } from "./bodies.ts";
import { reshapeList } from "./reshape.ts";
import type { FaultDefinition } from "./rule.ts";

/** Faults of writes and lookups, and of what browsers need. */
export type WriteFault =
  | "repost_limit_500"
  | "playlist_500"
  | "batch_drops_one"
  | "batch_under_10_empty"
  | "dup_q_500"
  | "cors_missing"
  | "cors_missing_on_error";

const BATCH = { method: "GET", path: "/tracks" };
const FEW = 10;

function asked({ url }: Call): number {
  return (url.searchParams.get("urns") ?? url.searchParams.get("ids") ?? "").split(",").filter((id) => id !== "")
    .length;
}

function withoutCors(reply: Response): Response {
  const headers = new Headers(reply.headers);
  for (const name of [...headers.keys()]) {
    if (name.startsWith("access-control-")) headers.delete(name);
  }
  return new Response(reply.body, { status: reply.status, headers });
}

/** Faults of writes and lookups, and of what browsers need. */
export const writeFaults: Readonly<Record<WriteFault, FaultDefinition>> = {
  repost_limit_500: {
    about: "A limit on reposts shows as a 500.",
    rule: { match: { method: "POST", path: "/reposts/*" } },
    answer: ({ call }) => enveloped(call, 500),
  },
  playlist_500: {
    about: "Changes to playlists fail.",
    rule: { match: { method: "PUT", path: "/playlists/{playlist}" } },
    answer: ({ call }) => enveloped(call, 500),
  },
  batch_drops_one: {
    about: "A lookup of many tracks loses one.",
    rule: { match: BATCH },
    applies: (call) => asked(call) > 0,
    change: (reply) => reshapeList(reply, (items) => items.slice(0, -1)),
  },
  batch_under_10_empty: {
    about: "A lookup of fewer than ten tracks finds none.",
    rule: { match: BATCH },
    applies: (call) => asked(call) > 0 && asked(call) < FEW,
    change: (reply) => reshapeList(reply, () => []),
  },
  dup_q_500: {
    about: "Searches fail when q is given twice, once empty.",
    rule: { match: { method: "GET" } },
    applies: ({ url }) => url.searchParams.getAll("q").length > 1 && url.searchParams.getAll("q").includes(""),
    answer: ({ call }) => enveloped(call, 500),
  },
  cors_missing: {
    about: "Browsers get no CORS headers.",
    rule: {},
    change: withoutCors,
  },
  cors_missing_on_error: {
    about: "Browsers get no CORS headers with errors.",
    rule: {},
    change: (reply) => reply.status >= 400 ? withoutCors(reply) : reply,
  },
};
