import type { Call } from "../http/call.ts";
import { ApiFault, badRequest, forbidden, notFound } from "../http/errors.ts";
import type { Handlers } from "../http/operation.ts";
import { headersFor, textReply } from "../http/reply.ts";
import { type Embed, embedJson, embedOf, embedXml } from "../present/embed.ts";
import { findTrack } from "../store/lookups.ts";
import { linkedThing } from "./web_addresses.ts";

const CALLBACK = /^[\w$]+(?:\.[\w$]+)*$/;
/** Parameters of the reply; all others are passed on to the player. */
const OWN = ["url", "format", "callback"];

interface Written {
  readonly type: string;
  readonly text: string;
}

/** Formats the embed. An unknown format is a 501, as the oEmbed specification requires. */
function written(call: Call, embed: Embed): Written {
  const format = call.query.get("format") || "json";
  if (format === "json") return { type: "application/json; charset=utf-8", text: embedJson(embed) };
  if (format === "xml") return { type: "text/xml; charset=utf-8", text: embedXml(embed) };
  if (format !== "js") throw new ApiFault(501, `The format is not one of json, js and xml: ${format.slice(0, 100)}`);
  const callback = call.query.get("callback") ?? "";
  if (!CALLBACK.test(callback)) throw badRequest("Parameter callback is not a function's name");
  // The leading comment prevents content sniffing, whatever the name of the callback.
  return { type: "text/javascript; charset=utf-8", text: `/**/${callback}(${embedJson(embed)});` };
}

/** Returns a number of pixels; undefined for another value such as `100%`. */
function pixels(call: Call, name: string): number | undefined {
  const text = call.query.get(name) ?? "";
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

function oembed(call: Call): Response {
  const text = call.query.get("url")?.trim();
  if (text === undefined || text === "") throw badRequest("Parameter url is missing");
  const thing = linkedThing(call, text);
  const embed = thing && embedOf(call, thing, {
    maxWidth: pixels(call, "maxwidth"),
    maxHeight: pixels(call, "maxheight"),
    parameters: [...call.query].filter(([name]) => !OWN.includes(name)),
  });
  if (thing === undefined || embed === undefined) throw notFound();
  if (thing.kind === "tracks" && findTrack(call.db, thing.id)?.embeddable_by === "none") throw forbidden();
  const { type, text: body } = written(call, embed);
  return textReply(body, { status: 200, headers: headersFor(call, 200, { "content-type": type }) });
}

/** Returns the HTML that embeds the player of a web page. */
export const oembedRoutes: Handlers = { "GET /oembed": oembed };
