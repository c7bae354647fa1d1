/**
 * The reply of `/oembed`: the HTML that embeds a player.
 *
 * @see https://developers.soundcloud.com/docs/oembed
 * @see https://oembed.com
 *
 * @module
 */
import type { Call } from "../http/call.ts";
import { WEB } from "../base/urls.ts";
import { findPlaylist, findTrack, findUser } from "../store/lookups.ts";
import { imageUrl } from "./fields.ts";
import { escapeMarkup } from "./markup.ts";

/** A resource that can be embedded. */
export interface Embeddable {
  readonly kind: "users" | "tracks" | "playlists";
  readonly id: number;
  readonly secretToken?: string;
}

/** The maximum size of the player in pixels, and the parameters of the player. */
export interface EmbedOptions {
  readonly maxWidth: number | undefined;
  readonly maxHeight: number | undefined;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** The reply, with its fields in the service's order. */
export interface Embed {
  readonly version: 1;
  readonly type: "rich";
  readonly provider_name: "SoundCloud";
  readonly provider_url: string;
  readonly height: number;
  readonly width: number | string;
  readonly title: string;
  readonly description: string | null;
  readonly thumbnail_url: string;
  readonly html: string;
  readonly author_name: string;
  readonly author_url: string;
}

/** Default size of the player in pixels. The service's page documents 166 for tracks; its replies have 400. */
const HEIGHTS = { tracks: 400, playlists: 450, users: 450 } as const;
const NO_PICTURE = `${WEB}/images/fb_placeholder.png`;

interface Subject {
  readonly title: string;
  readonly description: string | null;
  readonly picture: string | null;
  readonly author: { readonly username: string; readonly permalink: string };
}

function subjectOf({ db }: Call, { kind, id }: Embeddable): Subject | undefined {
  if (kind === "users") {
    const user = findUser(db, id);
    return user && { title: user.username, description: user.description, picture: user.avatar_url, author: user };
  }
  const thing = kind === "tracks" ? findTrack(db, id) : findPlaylist(db, id);
  const author = thing && findUser(db, thing.user_id);
  if (!thing || !author) return undefined;
  const { title, description, artwork_url: picture } = thing;
  return { title: `${title} by ${author.username}`, description, picture, author };
}

/** Returns the URL of the player. The caller's parameters extend or replace the defaults. */
function playerAddress(call: Call, { kind, id, secretToken }: Embeddable, { parameters }: EmbedOptions): string {
  const secret = secretToken === undefined ? "" : `?secret_token=${secretToken}`;
  const query = new URLSearchParams({ visual: "true", url: `${call.urls.api}/${kind}/${id}${secret}` });
  query.set("show_artwork", "true");
  for (const [name, value] of parameters) query.set(name, value);
  return `${call.urls.player}?${query}`;
}

/** Returns the embed; undefined if the resource doesn't exist. */
export function embedOf(call: Call, thing: Embeddable, options: EmbedOptions): Embed | undefined {
  const subject = subjectOf(call, thing);
  if (subject === undefined) return undefined;
  const { title, description, picture, author } = subject;
  const width = options.maxWidth ?? "100%";
  const height = Math.min(HEIGHTS[thing.kind], options.maxHeight ?? Infinity);
  const size = `width="${width}" height="${height}"`;
  const look = `scrolling="no" frameborder="no" allow="autoplay; encrypted-media"`;
  return {
    version: 1,
    type: "rich",
    provider_name: "SoundCloud",
    provider_url: WEB,
    height,
    width,
    title,
    description,
    thumbnail_url: imageUrl(call, picture)?.replace("-large.", "-t500x500.") ?? NO_PICTURE,
    html: `<iframe ${size} ${look} src="${playerAddress(call, thing, options)}"></iframe>`,
    author_name: author.username,
    author_url: `${WEB}/${author.permalink}`,
  };
}

/**
 * Formats the embed as JSON that is safe inside a script: the service writes the version as `1.0`, and escapes angle
 * brackets.
 */
export function embedJson(embed: Embed): string {
  return JSON.stringify(embed).replace('"version":1,', '"version":1.0,')
    .replace(
      /[<>&\u2028\u2029]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
    );
}

const XML_TYPES: Readonly<Record<string, string>> = { version: ` type="float"`, height: ` type="integer"` };

/** Formats the embed as XML. The names have hyphens, and the HTML is escaped inside a CDATA section. */
export function embedXml(embed: Embed): string {
  const lines = Object.entries({ ...embed, version: "1.0", html: `<![CDATA[${embed.html}]]>` }).map(([name, value]) => {
    const tag = name.replaceAll("_", "-");
    return `  <${tag}${XML_TYPES[name] ?? ""}>${escapeMarkup(String(value ?? ""))}</${tag}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oembed>\n${lines.join("")}</oembed>\n`;
}
