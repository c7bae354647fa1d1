import type { Visit } from "../visit.ts";
import { enveloped, text } from "./bodies.ts";
import { reshapeList } from "./reshape.ts";
import type { Switch } from "./rule.ts";

/** Faults of writes and lookups, and of what browsers need. */
export type WriteFault =
  | "repost_limit_500"
  | "playlist_500"
  | "set_type_playlist_rejected"
  | "storefront_500"
  | "batch_drops_one"
  | "batch_under_10_empty"
  | "dup_q_500"
  | "cors_missing"
  | "cors_missing_on_error";

const BATCH = { method: "GET", path: "/tracks" };
const FEW = 10;

function asked({ url }: Visit): number {
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

async function setsTypePlaylist(visit: Visit): Promise<boolean> {
  return /"set_type"\s*:\s*"playlist"/.test(await visit.peek());
}

/** Switches of writes and lookups, and of what browsers need. */
export const writeFaults: Readonly<Record<WriteFault, Switch>> = {
  repost_limit_500: {
    about: "A limit on reposts shows as a 500.",
    rule: { match: { method: "POST", path: "/reposts/*" } },
    answer: ({ visit }) => enveloped(visit, 500),
  },
  playlist_500: {
    about: "Changes to playlists fail.",
    rule: { match: { method: "PUT", path: "/playlists/{playlist}" } },
    answer: ({ visit }) => enveloped(visit, 500),
  },
  set_type_playlist_rejected: {
    about: 'The set type "playlist" is refused.',
    rule: { match: { path: "/playlists*" } },
    applies: setsTypePlaylist,
    answer: ({ visit }) => enveloped(visit, 422, "set_type is not included in the list"),
  },
  storefront_500: {
    about: "Storefronts fail, with an empty body.",
    rule: { match: { method: "PUT", path: "/tracks/{track}/storefront" } },
    answer: ({ visit }) => text(visit, 500, ""),
  },
  batch_drops_one: {
    about: "A lookup of many tracks loses one.",
    rule: { match: BATCH },
    applies: (visit) => asked(visit) > 0,
    change: (reply) => reshapeList(reply, (items) => items.slice(0, -1)),
  },
  batch_under_10_empty: {
    about: "A lookup of fewer than ten tracks finds none.",
    rule: { match: BATCH },
    applies: (visit) => asked(visit) > 0 && asked(visit) < FEW,
    change: (reply) => reshapeList(reply, () => []),
  },
  dup_q_500: {
    about: "Searches fail when q is given twice, once empty.",
    rule: { match: { method: "GET" } },
    applies: ({ url }) => url.searchParams.getAll("q").length > 1 && url.searchParams.getAll("q").includes(""),
    answer: ({ visit }) => enveloped(visit, 500),
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
