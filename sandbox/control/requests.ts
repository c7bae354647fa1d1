import { pause } from "../base/pause.ts";
import { BODY_CAP, type LogQuery } from "../base/request_log.ts";
import { harOf } from "./har.ts";
import { checkObject, type ControlCall, type ControlRoutes, readCount, readDuration, Refusal, reply } from "./route.ts";

const LONGEST_WAIT_MS = 60_000;

function queryOf(query: URLSearchParams): LogQuery {
  const [path, method, app, text] = ["path", "method", "app", "text"].map((name) => query.get(name) ?? undefined);
  const group = query.get("status") ?? "";
  const status = /^[2-5]xx$/.test(group) ? group as "2xx" : readCount(query, "status");
  return { path, method, app, text, status, after: readCount(query, "after") };
}

const FILTERS = ["path", "method", "status", "app", "text", "after", "wait", "count", "format"];

async function waitFor({ world, ends }: ControlCall, query: LogQuery, count: number, wait: number): Promise<void> {
  const enough = new AbortController();
  const over = pause(Math.min(wait, LONGEST_WAIT_MS), enough.signal, ...ends).catch(() => {});
  await world.log.reached(count, query, over);
  enough.abort();
  await over;
}

/**
 * `?path=&method=&status=&app=&text=&after=` filter; `wait=2s&count=1` waits for the number of requests, then returns the
 * matching ones; `format=har` returns an HTTP Archive.
 */
async function list(call: ControlCall): Promise<Response> {
  const { searchParams } = call.url;
  checkObject("the query", Object.fromEntries(searchParams), FILTERS);
  const query = queryOf(searchParams);
  const wait = readDuration(searchParams.get("wait") ?? "0");
  if (wait > 0) await waitFor(call, query, readCount(searchParams, "count") ?? 1, wait);
  const requests = call.world.log.list(query);
  if (searchParams.get("format") === "har") return reply(harOf(requests, call.url.origin));
  return reply({ total: requests.length, requests });
}

function clear({ world }: ControlCall): Response {
  world.log.clear();
  return reply({ status: "cleared" });
}

const OF_CONNECTION = ["connection", "content-length", "host", "keep-alive", "transfer-encoding"];

/** Returns a logged request as it was sent, including the secrets that the log hides. */
function logged({ world, rest }: ControlCall): Request {
  const note = world.log.find(Number(rest) || 0);
  if (note === undefined) throw new Refusal(404, `The log has no request ${rest.slice(0, 80)}`);
  const { method, url, headers, body } = note;
  const hasBody = method !== "GET" && method !== "HEAD";
  const isUnknown = headers.has("transfer-encoding") || body?.length === BODY_CAP ||
    /^multipart\//.test(headers.get("content-type") ?? "");
  const length = Number(headers.get("content-length") ?? (isUnknown ? Infinity : 0));
  if (hasBody && new TextEncoder().encode(body ?? "").length < length) {
    throw new Refusal(409, "Cannot repeat the request: the log doesn't keep bodies of its kind or length");
  }
  const sent = new Headers(headers);
  for (const name of OF_CONNECTION) sent.delete(name);
  return new Request(url, { method, headers: sent, ...(hasBody && body !== undefined ? { body } : {}) });
}

async function replay(call: ControlCall): Promise<Response> {
  const { status } = await call.perform(logged(call)).catch(() => ({ status: 0 }));
  return reply({ status });
}

export const requestRoutes: ControlRoutes = {
  "GET /requests": list,
  "DELETE /requests": clear,
  "POST /requests/*/replay": replay,
};
