import type { Call } from "../http/call.ts";
import { reshapeList } from "./reshape.ts";
import type { FaultDefinitions } from "./rule.ts";

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

/** Faults of writes and lookups, and of browser requests. */
export const writeFaults: FaultDefinitions = {
  batch_drops_one: {
    rule: { match: BATCH },
    applies: (call) => asked(call) > 0,
    change: (reply) => reshapeList(reply, (items) => items.slice(0, -1)),
  },
  batch_under_10_empty: {
    rule: { match: BATCH },
    applies: (call) => asked(call) > 0 && asked(call) < FEW,
    change: (reply) => reshapeList(reply, () => []),
  },
  cors_missing: {
    rule: {},
    change: withoutCors,
  },
  cors_missing_on_error: {
    rule: {},
    change: (reply) => reply.status >= 400 ? withoutCors(reply) : reply,
  },
};
