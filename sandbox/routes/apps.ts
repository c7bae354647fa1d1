import { type Fields, jsonBody } from "../http/body.ts";
import { type Call, orNotFound } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { DEFAULT_APP } from "../base/config.ts";
import { ApiFault, unprocessable } from "../http/errors.ts";
import { json } from "../http/reply.ts";
import { isWebAddress } from "../http/validation.ts";
import { findRegisteredApp, registerApp, type Registration } from "../store/apps.ts";
import { findUser } from "../store/lookups.ts";
import type { RegisteredApp } from "../store/rows.ts";
import { isRedirect } from "./authorize.ts";

const REFUSALS = {
  user_already_has_application: "You already have a registered application.",
  application_creation_not_available: "Application registration is not available for your account.",
  application_name_not_allowed: "This application name is not allowed.",
  application_website_not_allowed: "This website URL is not allowed.",
} as const;

function refuse(code: keyof typeof REFUSALS): ApiFault {
  return new ApiFault(403, "", { extra: { errors: [{ code, error_message: REFUSALS[code] }] } });
}

function present(app: RegisteredApp): Record<string, string> {
  const { client_id, client_secret, name, description, website, redirect_uri } = app;
  return { client_id, client_secret, name, description, url: website, redirect_uri };
}

function listApps(call: Call): Response {
  const app = findRegisteredApp(call.db, call.user);
  return json(call, { collection: app === undefined ? [] : [present(app)] });
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value.trim() === "") throw unprocessable(`Parameter ${name} is missing.`);
  return value.trim();
}

function readRegistration(fields: Fields): Registration {
  const [name, description, website] = [text(fields, "name"), text(fields, "description"), text(fields, "website")];
  if (name.length > 100 || /soundcloud/i.test(name)) throw refuse("application_name_not_allowed");
  if (!isWebAddress(website)) throw refuse("application_website_not_allowed");
  const redirectUri = fields.redirect_uri === undefined ? DEFAULT_APP.redirectUri : text(fields, "redirect_uri");
  if (!isRedirect(redirectUri)) throw unprocessable("Parameter redirect_uri is not an address.");
  return { name, description, website, redirectUri };
}

/** Registers an app. An account can have one; on SoundCloud, some accounts need a plan for it. */
async function createApp(call: Call): Promise<Response> {
  const fields = await jsonBody(call);
  if (findRegisteredApp(call.db, call.user) !== undefined) throw refuse("user_already_has_application");
  if (call.world.config.appsRequirePro && findUser(call.db, call.user)?.plan === "Free") {
    throw refuse("application_creation_not_available");
  }
  registerApp(call.world, call.user, readRegistration(fields));
  const app = orNotFound(findRegisteredApp(call.db, call.user));
  return json(call, present(app), 201, { "cache-control": "no-store" });
}

/** App registration. It is undocumented; SoundCloud's own command line uses it. */
export const appRoutes: Handlers = { "GET /me/apps": listApps, "POST /me/apps": createApp };
