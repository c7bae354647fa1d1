import { enveloped } from "./bodies.ts";
import { reshapeList, reshapeNext } from "./reshape.ts";
import type { FaultContext, FaultDefinitions } from "./rule.ts";

const GET = { method: "GET" };
const INTERNAL_HOST = "https://http.api.prod.api-public.srv.db.s-cloud.net";
/** The parameters of a page's link. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set([
  "cursor",
  "limit",
  "linked_partitioning",
  "offset",
  "page_size",
  "q",
]);
const BAD_CURSOR = "10";

function dropParameters(next: URL): string {
  for (const name of [...next.searchParams.keys()]) {
    if (!OWN_PARAMETERS.has(name)) next.searchParams.delete(name);
  }
  return next.href;
}

function spoilCursor(next: URL): string {
  next.searchParams.set("cursor", BAD_CURSOR);
  return next.href;
}

/** Simulates an item added at the top meanwhile: each page begins with the last item of the previous page. */
function shift(reply: Response, { call, memory }: FaultContext): Promise<Response> {
  const { pathname, searchParams } = call.url;
  const isFirst = !searchParams.has("cursor") && !Number(searchParams.get("offset"));
  const before = memory.get(pathname);
  return reshapeList(reply, (items) => {
    const last = items.at(-1);
    if (last !== undefined) memory.set(pathname, JSON.stringify(last));
    return isFirst || before === undefined || items.length === 0 ? items : [JSON.parse(before), ...items.slice(0, -1)];
  });
}

/** Faults of paginated lists. */
export const pagingFaults: FaultDefinitions = {
  cursor_loop: {
    rule: { match: GET },
    change: (reply, { call }) =>
      reshapeNext(reply, (next) => {
        next.search = call.url.search;
        return next.href;
      }),
  },
  next_href_internal_host: {
    rule: { match: GET },
    // Internal hosts of the service have no namespaces.
    change: (reply) =>
      reshapeNext(reply, ({ pathname, search }) => `${INTERNAL_HOST}${pathname.replace(/^\/~[^/]+/, "")}${search}`),
  },
  next_href_drops_params: {
    rule: { match: GET },
    change: (reply) => reshapeNext(reply, dropParameters),
  },
  activities_bad_cursor: {
    rule: { match: GET },
    applies: ({ path }) => /^\/me\/(activities|feed)/.test(path),
    answer: ({ call }) =>
      call.url.searchParams.get("cursor") === BAD_CURSOR
        ? enveloped(call, 400, "Cursor is not a valid UUID")
        : undefined,
    change: (reply) => reshapeNext(reply, spoilCursor),
  },
  page_shift: {
    rule: { match: GET },
    change: shift,
  },
};
