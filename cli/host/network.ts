import { ServiceError } from "@tonearm/client";
import { isLasting, unreachable } from "../errors.ts";

const SECRET = /token|secret|code|signature|policy|key|state|challenge|verifier/i;
/** Matches the secret of a private share link, also within another URL. */
const SHARED = /(\/|=|%2F|%3D)s-[\w-]+/gi;
const EDGE_IDS = ["x-amz-cf-id", "x-tyk-trace-id", "x-request-id"] as const;

/** Returns whether a request is for tokens. Its response must not be lost, because a refresh token works only once. */
export function isTokenRequest(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname.endsWith("/oauth/token");
}

/**
 * Returns a `fetch` that the signal ends, except for tokens: their response must be stored.
 *
 * @param watch Called at the start of each request; what it returns is called at the end.
 */
export function watchedFetch(
  send: typeof globalThis.fetch,
  ending: AbortSignal,
  watch: (method: string, url: string) => (response: Response | undefined) => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const address = request?.url ?? String(input);
    const ended = watch(init?.method ?? request?.method ?? "GET", address);
    const own = isTokenRequest(address) ? undefined : ending;
    const signals = [own, init?.signal, request?.signal].filter((signal) => signal instanceof AbortSignal);
    let response: Response | undefined;
    try {
      response = await send(input, { ...init, signal: AbortSignal.any(signals) });
      return response;
    } catch (error) {
      throw isLasting(error) ? lasting(error, address) : error;
    } finally {
      ended(response);
    }
  };
}

/** Returns a `fetch` that fails when nothing arrives for a time: neither a response nor more of its body. */
export function limitedFetch(send: typeof globalThis.fetch, limitMs: number): typeof globalThis.fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const stalled = new AbortController();
    const inTime = async <T>(start: () => Promise<T>): Promise<T> => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          const failure = unreachable(address, new DOMException("timed out", "TimeoutError"));
          stalled.abort(failure);
          reject(failure);
        }, limitMs);
      });
      try {
        return await Promise.race([start(), late]);
      } finally {
        clearTimeout(timer);
      }
    };
    const signal = init?.signal ? AbortSignal.any([stalled.signal, init.signal]) : stalled.signal;
    const response = await inTime(() => send(input, { ...init, signal }));
    return response.body ? new Response(paced(response.body, inTime), response) : response;
  };
}

function paced(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  inTime: <T>(start: () => Promise<T>) => Promise<T>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await inTime(() => reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/** Wraps a permanent failure in the library's own error, which the library doesn't convert to `network`. */
function lasting(cause: unknown, address: string): ServiceError {
  return new ServiceError(0, "", undefined, { code: "http", url: redactUrl(address), cause, text: "" });
}

export function redactUrl(address: string): string {
  if (!URL.canParse(address)) return "(invalid URL)";
  const url = new URL(address);
  for (const name of new Set(url.searchParams.keys())) if (SECRET.test(name)) url.searchParams.set(name, "redacted");
  url.username = url.password = url.hash = "";
  return url.href.replace(SHARED, "$1s-redacted");
}

/** Returns the place of a store without secrets: a path as it is. */
export function redactPlace(place: string): string {
  return /^\w+:\/\//.test(place) ? redactUrl(place) : place;
}

export function edgeId(response: Response): string | undefined {
  for (const name of EDGE_IDS) {
    const id = response.headers.get(name);
    if (id) return `${name} ${id}`;
  }
  return undefined;
}

/** Fetches an image or a waveform without a token, because it is on another host. Undefined if it can't be shown. */
export async function fetchMedia(
  fetch: typeof globalThis.fetch,
  url: string | null | undefined,
  maxBytes: number,
  init: RequestInit,
): Promise<Response | undefined> {
  if (!url || !/^https?:/.test(url)) return undefined;
  const response = await fetch(url, init).catch(() => undefined);
  if (response?.ok && !(Number(response.headers.get("content-length")) > maxBytes)) return response;
  await response?.body?.cancel();
  return undefined;
}
