import type { LoggedMessage, LoggedRequest } from "../base/request_log.ts";

const COMMON = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };

function pairs(values: Iterable<readonly [string, string]>): { readonly name: string; readonly value: string }[] {
  return [...values].map(([name, value]) => ({ name, value }));
}

function bytesOf(text: string | null): number {
  return new TextEncoder().encode(text ?? "").length;
}

function contentOf({ headers, body }: LoggedMessage) {
  const text = body ?? undefined;
  return { mimeType: headers["content-type"] ?? "", size: bytesOf(body), text };
}

function entryOf(
  { at, milliseconds, method, path, status, faults, notes, request, reply }: LoggedRequest,
  origin: string,
) {
  const url = new URL(origin + path);
  return {
    startedDateTime: at,
    time: milliseconds,
    request: {
      ...COMMON,
      method,
      url: url.href,
      headers: pairs(Object.entries(request.headers)),
      queryString: pairs(url.searchParams),
      bodySize: bytesOf(request.body),
      ...(request.body === null ? {} : { postData: { ...contentOf(request), params: [] } }),
    },
    response: {
      ...COMMON,
      status,
      statusText: "",
      headers: pairs(Object.entries(reply.headers)),
      content: contentOf(reply),
      redirectURL: reply.headers.location ?? "",
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    comment: [...faults.map((name) => `fault ${name}`), ...notes].join(" "),
  };
}

/** Returns an HTTP Archive (http://www.softwareishard.com/blog/har-12-spec/), which browsers and other tools open. */
export function harOf(requests: readonly LoggedRequest[], origin: string): unknown {
  const creator = { name: "tonearm sandbox", version: "1" };
  return { log: { version: "1.2", creator, entries: requests.map((request) => entryOf(request, origin)) } };
}
