// A `fetch` without a network (https://fetch.spec.whatwg.org/#http-fetch): redirects, URLs and aborts behave like the
// platform's.
import { IN_PROCESS, urlsFor } from "../base/urls.ts";

type Respond = (request: Request) => Promise<Response>;

const MOST_REDIRECTS = 20;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const OF_BODY = ["content-encoding", "content-language", "content-length", "content-location", "content-type"];
const OF_ORIGIN = ["authorization", "cookie", "host", "proxy-authorization"];
/** SoundCloud's hosts, whose URLs programs may use unchanged. */
const SERVICE = /(?:^|\.)soundcloud\.(?:com|cloud)$/;

/** Saved because a test may replace the global one with the sandbox's; it loads `data:` URLs. */
const platformFetch = globalThis.fetch;

function failure(reason: string): TypeError {
  return new TypeError("fetch failed", { cause: new Error(reason) });
}

/** Checks whether a URL is of the sandbox: a redirect to another host would leave the machine. */
function isOwn(url: URL, from: URL): boolean {
  const { api, auth, media } = urlsFor(from);
  const own = [IN_PROCESS.api, IN_PROCESS.auth, IN_PROCESS.media, api, auth, media, from.origin];
  return own.some((address) => new URL(address).origin === url.origin) || SERVICE.test(url.hostname);
}

function follow(request: Request, reply: Response, body: BodyInit | null | undefined): Request {
  const from = new URL(request.url);
  const location = reply.headers.get("location") ?? "";
  if (!URL.canParse(location, from)) throw failure(`the redirect to ${location.slice(0, 200)} is not a URL`);
  const to = new URL(location, from);
  if (!isOwn(to, from)) {
    throw failure(`the redirect to ${to.origin} leaves the sandbox; redirect: "manual" gives its URL`);
  }
  const headers = new Headers(request.headers);
  const { status } = reply;
  const isRewritten = (status === 303 && request.method !== "GET" && request.method !== "HEAD") ||
    (status < 303 && request.method === "POST");
  if (isRewritten) { for (const name of OF_BODY) headers.delete(name); }
  if (to.origin !== from.origin) { for (const name of OF_ORIGIN) headers.delete(name); }
  const { signal } = request;
  const method = isRewritten ? "GET" : request.method;
  if (body === null || method === "GET" || method === "HEAD") return new Request(to, { method, headers, signal });
  if (body === undefined || body instanceof ReadableStream) throw failure("a streamed body cannot be sent again");
  return new Request(to, { method, headers, signal, body });
}

function abortable(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let abort = () => {};
  return new ReadableStream({
    start(controller) {
      abort = () => {
        controller.error(signal.reason);
        reader.cancel(signal.reason).catch(() => {});
      };
      signal.addEventListener("abort", abort, { once: true });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      signal.removeEventListener("abort", abort);
      controller.close();
    },
    cancel(reason) {
      signal.removeEventListener("abort", abort);
      return reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}

function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });
}

function asFetched(reply: Response, url: string, isRedirected: boolean): Response {
  return Object.defineProperties(reply, {
    url: { value: url.split("#", 1)[0] },
    redirected: { value: isRedirected },
    type: { value: "basic" },
    clone: { value: () => asFetched(Response.prototype.clone.call(reply), url, isRedirected) },
  });
}

/** Fetches from a handler in this process. A redirect to another host is refused. */
export async function localFetch(respond: Respond, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let request = new Request(input, init);
  if (!/^https?:/.test(request.url)) return await platformFetch(request);
  // Read now: workerd has none once it was read, and Firefox never has one.
  const body: BodyInit | null | undefined = init?.body ?? request.body;
  const { signal } = request;
  const mode = request.redirect;
  const hasSignal = init?.signal != null || input instanceof Request;
  for (let count = 0;; count++) {
    signal.throwIfAborted();
    const reply = await (hasSignal ? orAbort(respond(request), signal) : respond(request));
    const isRedirect = REDIRECTS.has(reply.status) && reply.headers.has("location");
    if (isRedirect && mode !== "manual") {
      await reply.body?.cancel();
      if (mode === "error") throw failure(`a redirect, which redirect: "error" forbids`);
      if (count >= MOST_REDIRECTS) throw failure(`more than ${MOST_REDIRECTS} redirects`);
      request = follow(request, reply, body);
      continue;
    }
    if (!hasSignal || reply.body === null) return asFetched(reply, request.url, count > 0);
    const whole = new Response(abortable(reply.body, signal), reply);
    return asFetched(whole, request.url, count > 0);
  }
}
