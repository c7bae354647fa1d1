import { pause } from "../base/pause.ts";
import type { LogQuery } from "../base/request_log.ts";
import { checkObject, readCount, readDuration } from "./input.ts";
import { type ControlCall, type ControlRoute, reply } from "./route.ts";

const LONGEST_WAIT_MS = 60_000;

function queryOf(query: URLSearchParams): LogQuery {
  const [path, method] = [query.get("path"), query.get("method")];
  const [status, after] = [readCount(query, "status"), readCount(query, "after")];
  return {
    ...(path === null ? {} : { path }),
    ...(method === null ? {} : { method }),
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after }),
  };
}

const FILTERS = ["path", "method", "status", "after", "wait", "count"];

/** Waits until the log has enough requests, or until the timeout. */
async function waitFor({ world, ends }: ControlCall, query: LogQuery, count: number, wait: number): Promise<void> {
  const enough = new AbortController();
  const over = pause(Math.min(wait, LONGEST_WAIT_MS), enough.signal, ...ends).catch(() => {});
  const late = new AbortController();
  void over.then(() => late.abort());
  await world.log.reached(count, query, late.signal);
  enough.abort();
  await over;
}

/**
 * `?path=&method=&status=&after=` filter; `wait=2s&count=1` waits for the number of requests, then returns the matching
 * ones.
 */
async function list(call: ControlCall): Promise<Response> {
  const { searchParams } = call.url;
  checkObject("the query", Object.fromEntries(searchParams), FILTERS);
  const query = queryOf(searchParams);
  const wait = readDuration(searchParams.get("wait") ?? "0");
  if (wait > 0) await waitFor(call, query, readCount(searchParams, "count") ?? 1, wait);
  const requests = call.world.log.list(query);
  return reply({ total: requests.length, requests });
}

function clear({ world }: ControlCall): Response {
  world.log.clear();
  return reply({ status: "cleared" });
}

/** The log of requests. */
export const requestRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/requests", run: list },
  { method: "DELETE", path: "/requests", run: clear },
];
