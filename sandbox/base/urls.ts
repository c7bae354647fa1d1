export interface Urls {
  /** Origin of the API: what `next_href` and `uri` start with. */
  readonly api: string;
  /** Origin of the OAuth host: authorize, token and sign-out. */
  readonly auth: string;
  /** Base URL of media links: another origin than the API's, and a path. */
  readonly media: string;
}

const MEDIA = "https://media.sandbox.test";

/** Returns where the path of an absolute URL starts. `new URL()` would take ten times as long. */
export function pathStart(url: string): number {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? url.length : start;
}

/** The in-process URLs, for `createSandbox().fetch`. */
export const IN_PROCESS: Urls = {
  api: "https://api.sandbox.test",
  auth: "https://secure.sandbox.test",
  media: `${MEDIA}/_media`,
};

/** The base URL of web pages of users, tracks and playlists. The sandbox doesn't serve them. */
export const WEB = "https://soundcloud.com";

const OTHER_NAME: Readonly<Record<string, string>> = {
  "127.0.0.1": "localhost",
  "localhost": "127.0.0.1",
  "[::1]": "localhost",
};

/** The URL prefix of a namespace; empty for the default namespace. */
export interface Place {
  /**
   * Prefix of API and OAuth paths. It is empty if a header names the namespace, because the caller repeats the header.
   */
  readonly api: string;
  /** Prefix of media paths; players send no such header. */
  readonly media: string;
}

/**
 * A served sandbox has one port and several loopback names, so that media can have another origin. In-process calls may
 * use any host, including SoundCloud's real ones.
 */
export function urlsFor(url: URL, place?: Place, isServed = false): Urls {
  const { api, auth, media } = origins(url, isServed);
  const { api: prefix, media: mediaPrefix } = place ?? { api: "", media: "" };
  return { api: api + prefix, auth: auth + prefix, media: `${media}${mediaPrefix}/_media` };
}

const SERVICE: Urls = {
  api: "https://api.soundcloud.com",
  auth: "https://secure.soundcloud.com",
  media: MEDIA,
};

/** SoundCloud's hosts, for programs behind the proxy. */
const SERVICE_HOST = /(?:^|\.)(?:soundcloud\.com|sndcdn\.com|soundcloud\.cloud)$/;
const PROXIED_MEDIA = "https://playback.media-streaming.soundcloud.cloud";

function origins(url: URL, isServed: boolean): Urls {
  const isProxied = isServed && url.protocol === "https:" && SERVICE_HOST.test(url.hostname);
  if (isProxied) return { ...SERVICE, media: PROXIED_MEDIA };
  const other = OTHER_NAME[url.hostname];
  if (url.origin === WEB) return SERVICE;
  const own = { api: url.origin, auth: url.origin, media: url.origin };
  if (other !== undefined) return { ...own, media: url.origin.replace(url.hostname, other) };
  const inProcess = { api: IN_PROCESS.api, auth: IN_PROCESS.auth, media: MEDIA };
  if (url.origin === IN_PROCESS.api || url.origin === IN_PROCESS.auth) return inProcess;
  if (isServed || url.port !== "" || url.protocol === "http:") return own;
  if (/^media\./.test(url.hostname)) return inProcess;
  return { ...inProcess, api: url.origin };
}
