import { bare, enveloped, html, text } from "./bodies.ts";
import { readText, relocate } from "./reshape.ts";
import type { FaultContext, FaultDefinition } from "./rule.ts";

/** Faults of streams and uploads. */
export type MediaFault =
  | "needs_paid_plan"
  | "playable_but_403"
  | "expired_cdn_url"
  | "no_streams"
  | "upload_503_html"
  | "upload_401_plain"
  | "asset_422_flaky"
  | "transcode_stuck";

const UPLOAD = { method: "POST", path: "/tracks" };
const NEVER = 253_402_300_799_000;

const TOO_SLOW = `<!DOCTYPE html>
<title>We were unable to process your request in time - SoundCloud</title>
<h1>We were unable to process your request in time</h1>
`;

function expire(location: URL, { call }: FaultContext): string {
  const past = Math.floor(call.world.clock.now() / 1000) - 60;
  if (location.searchParams.has("expires")) location.searchParams.set("expires", String(past));
  return location.href;
}

/** Replaces the reply with a timeout; the upload itself took effect. */
async function tooSlow(reply: Response, { call }: FaultContext): Promise<Response> {
  await reply.body?.cancel();
  return html(call, 503, TOO_SLOW);
}

/** Keeps the new track in processing forever. */
async function stick(reply: Response, { call }: FaultContext): Promise<Response> {
  if (reply.status !== 201) return reply;
  const body = await readText(reply);
  const { urn = "" } = JSON.parse(body) as { urn?: string };
  call.world.db.run("UPDATE tracks SET ready_at = ? WHERE id = ?", NEVER, Number(urn.split(":").at(-1)));
  return new Response(body, { status: reply.status, headers: reply.headers });
}

/** Faults of streams and uploads. */
export const mediaFaults: Readonly<Record<MediaFault, FaultDefinition>> = {
  needs_paid_plan: {
    about: "The app needs a paid plan, but only for streams.",
    rule: { match: { method: "GET", path: "/tracks/{track}/streams" } },
    answer: ({ call }) => enveloped(call, 403),
  },
  playable_but_403: {
    about: "A track is marked playable, but only its preview can be played.",
    rule: { match: { path: "/tracks/{track}/streams/*" } },
    applies: ({ path }) => !path.endsWith("/preview"),
    answer: ({ call }) => enveloped(call, 403),
  },
  expired_cdn_url: {
    about: "Media links are already expired when they are returned.",
    rule: { match: { path: "/tracks/{track}/*" } },
    change: (reply, context) => relocate(reply, (location) => expire(location, context)),
  },
  no_streams: {
    about: "Tracks have no streams.",
    rule: { match: { method: "GET", path: "/tracks/{track}/streams" } },
    answer: ({ call }) => bare(call, 200, {}),
  },
  upload_503_html: {
    about: "An upload succeeds, but the reply is an HTML page that reports a timeout.",
    rule: { match: UPLOAD },
    change: tooSlow,
  },
  upload_401_plain: {
    about: "Uploads are rejected with an empty line.",
    rule: { match: UPLOAD },
    answer: ({ call }) => text(call, 401, "\n", { "content-type": "text/plain" }),
  },
  asset_422_flaky: {
    about: "Every second upload of a valid file is rejected.",
    rule: { match: UPLOAD, probability: 0.5 },
    answer: ({ call }) => enveloped(call, 422, "unable to process provided asset_data"),
  },
  transcode_stuck: {
    about: "Uploaded tracks never finish processing.",
    rule: { match: UPLOAD },
    change: stick,
  },
};
