/** The addresses that answers name, as seen by the caller of one request. */
export interface Urls {
  /** Origin of the API: what `next_href` and `uri` start with. */
  readonly api: string;
  /** Origin of authorize, token and sign-out. */
  readonly auth: string;
  /** Start of media links: another origin than the API's, and the path they live under. */
  readonly media: string;
}

const MEDIA = "https://media.sandbox.test";

/** The in-process addresses, for `createSandbox().fetch`. */
export const IN_PROCESS: Urls = {
  api: "https://api.sandbox.test",
  auth: "https://secure.sandbox.test",
  media: `${MEDIA}/_media`,
};

/** Where web pages of users, tracks and playlists stand. They are names, not addresses the sandbox serves. */
export const WEB = "https://soundcloud.com";

const OTHER_NAME: Readonly<Record<string, string>> = {
  "127.0.0.1": "localhost",
  "localhost": "127.0.0.1",
  "[::1]": "localhost",
};

/** What the paths of a namespace start with; empty for the nameless one. */
export interface Place {
  /** Start of API and OAuth paths. It is empty where a header names the namespace, as the caller goes on sending it. */
  readonly api: string;
  /** Start of media paths: players send no such header. */
  readonly media: string;
}

/**
 * The addresses to use in an answer, from the URL the caller used.
 *
 * A served sandbox has one port and several loopback names, so that media can be another origin; in-process calls may
 * use any host, the service's real ones included.
 */
export function urlsFor(url: URL, place?: Place): Urls {
  const { api, auth, media } = origins(url);
  if (place === undefined || place.media === "") return { api, auth, media: `${media}/_media` };
  return { api: api + place.api, auth: auth + place.api, media: `${media}${place.media}/_media` };
}

function origins(url: URL): Urls {
  const other = OTHER_NAME[url.hostname];
  if (other !== undefined) return { api: url.origin, auth: url.origin, media: `${url.protocol}//${other}:${url.port}` };
  const inProcess = { ...IN_PROCESS, media: MEDIA };
  if (url.origin === IN_PROCESS.api || url.origin === IN_PROCESS.auth) return inProcess;
  const served = url.port !== "" || url.protocol === "http:";
  if (served) return { api: url.origin, auth: url.origin, media: url.origin };
  if (url.hostname.startsWith("media.")) return inProcess;
  return { api: url.origin, auth: IN_PROCESS.auth, media: MEDIA };
}
