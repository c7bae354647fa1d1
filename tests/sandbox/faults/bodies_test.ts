/**
 * Compares the replies that faults give instead of the service with `replies.txt`: status, headers and body.
 * `TONEARM_GOLDEN=write` writes it.
 */
import { createSandbox, type FaultName } from "@tonearm/sandbox";
import { faultDefinitions, isFaultName } from "../../../sandbox/faults/named.ts";
import { drawCover } from "../../../sandbox/media/picture.ts";
import { assertGolden } from "../../support/golden.ts";
import { basic } from "../../support/oauth.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";

const GOLDEN = new URL("replies.txt", import.meta.url);
const NOON = "2026-10-01T12:00:00Z";
const API = "https://api.sandbox.test";
const JSON_TYPE = { "content-type": "application/json" };
const SOUND = new FormData();
SOUND.set("track[title]", "x");
SOUND.set("track[artwork_data]", new Blob([await drawCover("mine", 8)]), "picture.png");
SOUND.set("track[asset_data]", new Blob([writeWav(new Float32Array(800), 8000)]), "grüße.wav");

/** Requests of a user and of an app; a fault answers one of them. */
const REQUESTS: readonly (readonly [request: string, init?: RequestInit])[] = [
  ["GET /me"],
  ["GET /me/feed?cursor=10"],
  ["GET /tracks/1001/streams"],
  ["POST /oauth/token", {
    headers: basic("sandbox-client", "sandbox-secret"),
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  }],
  ["GET /tracks/1/streams/0-0-0/hls"],
  ["GET /tracks?q=lofi&q="],
  ["GET /authorize"],
  ["POST /likes/tracks/1"],
  ["POST /reposts/tracks/1"],
  ["PUT /playlists/1", { headers: JSON_TYPE, body: '{"playlist":{"title":"x","set_type":"playlist"}}' }],
  ["POST /tracks", { body: SOUND }],
];

/** Returns the reply to the first request that a fault answers, as text, if it answers one. */
async function repliesTo(name: FaultName): Promise<string[]> {
  using sandbox = createSandbox({ clock: NOON });
  sandbox.clock.freeze(NOON);
  const user = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
  const fault = sandbox.faults.add(name, { latencyMs: 0, probability: 1 });
  for (const [request, init = {}] of REQUESTS) {
    const [method = "", path] = request.split(" ");
    const headers = { ...user, ...init.headers };
    const reply = await sandbox.fetch(API + path, { ...init, method, headers, redirect: "manual" });
    const text = await reply.text();
    if (fault.hits === 0) continue;
    const lines = [...reply.headers].map(([header, value]) => `${header}: ${value}`);
    return [[`# ${name}: ${request}`, String(reply.status), ...lines, "", text, ""].join("\n")];
  }
  return [];
}

Deno.test("sandbox faults: each reply that a fault gives has its status, headers and body", async () => {
  const replies: string[] = [];
  for (const [name, { answer }] of Object.entries(faultDefinitions)) {
    if (answer !== undefined && isFaultName(name)) replies.push(...await repliesTo(name));
  }
  const text = replies.join("\n");
  await assertGolden(text, GOLDEN);
});
