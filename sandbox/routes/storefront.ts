import { contentType, type Fields, jsonBody } from "../http/body.ts";
import { visibleTrack } from "../present/track.ts";
import type { Call } from "../http/call.ts";
import { ApiFault, badRequest, forbidden } from "../http/errors.ts";
import { urn } from "../present/fields.ts";
import { json } from "../http/reply.ts";
import { replaceStorefront } from "../store/tracks.ts";
import { findUser } from "../store/lookups.ts";
import { isWebAddress } from "../http/validation.ts";
import { CHOICES } from "../contract/fields.ts";
import { isSince } from "../base/era.ts";

const TYPES = CHOICES.Offer.split("|");

function optional(fields: Fields, name: string, most: number): string | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string" || value.length > most) {
    throw badRequest(`Parameter ${name} is not a text of at most ${most} characters.`);
  }
  return value;
}

function required(fields: Fields, name: string, most: number): string {
  const value = optional(fields, name, most);
  if (value === null || value === "") throw badRequest(`Parameter ${name} is missing.`);
  return value;
}

/**
 * Replaces a track's whole storefront; omitted fields are cleared. The body is flat: in a wrapped one the title is
 * missing, which is a 400. Only the owner may do it, with a plan that includes storefronts.
 */
export async function putStorefront(call: Call): Promise<Response> {
  if (!isSince(call.world.config, "storefronts")) throw new ApiFault(500, "", { body: "" });
  const track = visibleTrack(call);
  if (track.user_id !== call.user) throw forbidden("You do not own this track.");
  if (findUser(call.db, call.user)?.plan === "Free") throw forbidden("Your plan does not include a storefront.");
  if (contentType(call) !== "application/json") throw badRequest("Could not parse JSON request body.");
  const fields = await jsonBody(call);
  const storefront = {
    title: required(fields, "title", 100),
    type: required(fields, "type", 20),
    link: required(fields, "link", 255),
    link_title: optional(fields, "link_title", 50),
    description: optional(fields, "description", 500),
    price: optional(fields, "price", 20),
  };
  if (!TYPES.includes(storefront.type)) throw badRequest(`Parameter type is not one of ${TYPES.join(", ")}.`);
  if (!isWebAddress(storefront.link)) throw badRequest("Parameter link is not an http or https address.");
  replaceStorefront(call.db, { track_id: track.id, ...storefront });
  return json(call, { track_urn: urn("tracks", track.id), ...storefront, image_url: null });
}
