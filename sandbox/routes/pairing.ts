import { isObject } from "../base/check.ts";
import { jsonBody, readText } from "../http/body.ts";
import { type Call, orNotFound } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { notFound, unauthorized } from "../http/errors.ts";
import { consentPage, donePage } from "../present/authorize_page.ts";
import { json } from "../http/reply.ts";
import { activatePairing, findOrTake, findPairing, openPairing, polledPairing, redeemPairing } from "../store/apps.ts";
import { type App, findApp } from "../store/oauth.ts";
import type { PairingRow } from "../store/rows.ts";
import { chosenUser, isForeign, page, refuse, shownUsers } from "./authorize.ts";

const POLL_SECONDS = 3;
const LONGEST_NAME = 100;

function clientId(call: Call): string {
  const id = call.query.get("client_id") ?? "";
  const app = findOrTake(call.world, id);
  if (app === undefined) throw unauthorized().because("unknown_client", { id });
  return app.client_id;
}

async function createCode(call: Call): Promise<Response> {
  const id = clientId(call);
  const { device } = await jsonBody(call);
  const named = isObject(device) && "name" in device ? String(device.name) : "";
  const { code, pollToken } = openPairing(call.world, id, named.slice(0, LONGEST_NAME));
  const body = { code, poll_token: pollToken, poll_interval_seconds: POLL_SECONDS };
  return json(call, body, 201, { "cache-control": "no-store" });
}

function isExpired(call: Call, { expires_at }: PairingRow): boolean {
  return expires_at <= call.now;
}

function getCode(call: Call): Response {
  const id = clientId(call);
  const pairing = orNotFound(polledPairing(call.world, call.param("code"), id, call.query.get("poll_token") ?? ""));
  const open = pairing.user_id === null ? "created" : "activated";
  const status = isExpired(call, pairing) ? "expired" : open;
  return json(call, { code: pairing.code + call.world.mark, status }, 200, { "cache-control": "no-store" });
}

async function signIn(call: Call): Promise<Response> {
  const id = clientId(call);
  const { pairing_code, poll_token } = await jsonBody(call);
  const pairing = polledPairing(call.world, String(pairing_code), id, String(poll_token));
  if (pairing === undefined || pairing.user_id === null || isExpired(call, pairing)) throw notFound();
  return json(call, { session: redeemPairing(call.world, pairing) }, 200, { "cache-control": "no-store" });
}

function openCode(call: Call): { pairing: PairingRow; app: App } | Response {
  const pairing = findPairing(call.world, call.param("code"));
  const app = pairing && findApp(call.world, pairing.client_id);
  if (pairing === undefined || app === undefined) return refuse(call, 404, "There is no such code.");
  if (isExpired(call, pairing)) return refuse(call, 410, "This code has expired. Ask the device for another.");
  if (pairing.user_id !== null) return refuse(call, 410, "This code was used already.");
  return { pairing, app };
}

function showCode(call: Call): Response {
  const open = openCode(call);
  if (open instanceof Response) return open;
  const device = open.pairing.device === "" ? "" : ` on ${open.pairing.device}`;
  return page(call, 200, consentPage(`${open.app.name}${device}`, shownUsers(call)));
}

async function decide(call: Call): Promise<Response> {
  const open = openCode(call);
  if (open instanceof Response) return open;
  if (isForeign(call)) return refuse(call, 403, "This form was sent from another site.");
  const form = new URLSearchParams(await readText(call.request));
  if (form.get("decision") !== "allow") return page(call, 200, donePage("Nothing was allowed."));
  return activate(call, open.pairing, form.get("other")?.trim() || form.get("user") || "");
}

function activate(call: Call, { code }: PairingRow, chosen: string): Response {
  const user = chosenUser(call, chosen);
  if (user === undefined) return refuse(call, 400, `The catalogue has no user ${chosen}.`);
  activatePairing(call.db, code, user.id);
  return page(call, 200, donePage(`The device now acts for ${user.username}. You can close this page.`));
}

/** Sign-in on a device without a browser, as in SoundCloud's own command line. */
export const pairingRoutes: Handlers = {
  "POST /pairing/codes": createCode,
  "GET /pairing/codes/{code}": getCode,
  "POST /pairing/sign-in": signIn,
  "GET /activate/{code}": showCode,
  "POST /activate/{code}": decide,
};
