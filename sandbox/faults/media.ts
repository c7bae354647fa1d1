import { bare, enveloped, html, text } from "./bodies.ts";
import { readText, relocate } from "./reshape.ts";
import type { FaultContext, FaultDefinitions } from "./rule.ts";

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

/** Replaces the response with a timeout; the upload itself took effect. */
async function tooSlow(reply: Response, { call }: FaultContext): Promise<Response> {
  await reply.body?.cancel();
  return html(call, 503, TOO_SLOW);
}

async function stick(reply: Response, { call }: FaultContext): Promise<Response> {
  if (reply.status !== 201) return reply;
  const body = await readText(reply);
  const { urn = "" } = JSON.parse(body) as { urn?: string };
  call.world.db.run("UPDATE tracks SET ready_at = ? WHERE id = ?", NEVER, Number(urn.split(":").at(-1)));
  return new Response(body, { status: reply.status, headers: reply.headers });
}

export const mediaFaults: FaultDefinitions = {
  needs_paid_plan: {
    rule: { match: { method: "GET", path: "/tracks/{track}/streams" } },
    answer: ({ call }) => enveloped(call, 403),
  },
  playable_but_403: {
    rule: { match: { path: "/tracks/{track}/streams/*" } },
    applies: ({ path }) => !path.endsWith("/preview"),
    answer: ({ call }) => enveloped(call, 403),
  },
  expired_cdn_url: {
    rule: { match: { path: "/tracks/{track}/*" } },
    change: (reply, context) => relocate(reply, (location) => expire(location, context)),
  },
  no_streams: {
    rule: { match: { method: "GET", path: "/tracks/{track}/streams" } },
    answer: ({ call }) => bare(call, 200, {}),
  },
  upload_503_html: { rule: { match: UPLOAD }, change: tooSlow },
  upload_401_plain: {
    rule: { match: UPLOAD },
    answer: ({ call }) => text(call, 401, "\n", { "content-type": "text/plain" }),
  },
  asset_422_flaky: {
    rule: { match: UPLOAD, probability: 0.5 },
    answer: ({ call }) => enveloped(call, 422, "unable to process provided asset_data"),
  },
  transcode_stuck: { rule: { match: UPLOAD }, change: stick },
};
