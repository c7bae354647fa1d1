import type { ReplySession } from "./client_session.ts";
import { UNSHARED } from "../options.ts";
import type { Method, MethodOptions, Route } from "../session.ts";
import { replyOf } from "../transport/unusual_reply.ts";

import { checkPath } from "../formats/origin.ts";
import { template } from "../formats/path.ts";
import { checkSendable } from "../transport/request.ts";
import { type Query, type QueryValue, splitRanges } from "../formats/query.ts";
import type { RawResponse } from "../types/config.ts";
import type { EndpointReply } from "../types/endpoints.ts";

/** Body of a raw request. A plain object is sent as JSON, a `Blob` as it is; bytes belong into a `Blob`. */
export type RawBody = object | Blob | FormData | URLSearchParams;

/** One raw request. */
export interface RawRequest extends MethodOptions {
  /** HTTP method. */
  method: Method;
  /** Path below the API's URL; `{name}` is filled from `query`. */
  path: string;
  /** Fills the placeholders of the path; the other parameters go into the query. */
  query?: Query | undefined;
  /** A plain object is sent as JSON, a `Blob` as it is. */
  body?: RawBody | undefined;
}

/**
 * Requests to any path of SoundCloud. They carry the token, and are retried and refreshed like other calls, but
 * neither cached nor merged. An error response is returned, not thrown.
 *
 * @example
 * ```ts
 * import { ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const client = new ServiceClient(sandbox.clientConfig);
 * client.setToken((await client.auth.getClientToken()).access_token);
 * const { data, status } = await client.raw.get("/tracks/{id}", { id: 1078 });
 * console.log(status, data.title); // data is a ServiceTrack: the path says so
 * console.log((await client.raw.get("/tracks/0")).status); // 404
 * ```
 */
export interface RawApi {
  /** Sends a GET. `params` fill the placeholders; the others go into the query. */
  get<T = never, Path extends string = string>(
    path: Path,
    params?: Query,
    options?: MethodOptions,
  ): Promise<RawReply<T, "GET", Path>>;
  /** Sends a POST. */
  post<T = never, Path extends string = string>(
    path: Path,
    body?: RawBody,
    options?: MethodOptions,
  ): Promise<RawReply<T, "POST", Path>>;
  /** Sends a PUT. */
  put<T = never, Path extends string = string>(
    path: Path,
    body?: RawBody,
    options?: MethodOptions,
  ): Promise<RawReply<T, "PUT", Path>>;
  /** Sends a DELETE. */
  delete<T = never, Path extends string = string>(
    path: Path,
    options?: MethodOptions,
  ): Promise<RawReply<T, "DELETE", Path>>;
  /** Sends any request. */
  request<T = never, Verb extends Method = Method, Path extends string = string>(
    request: RawRequest & { method: Verb; path: Path },
  ): Promise<RawReply<T, Verb, Path>>;
}

/**
 * The response to a raw request. A documented path determines the type of `data`; for other paths the caller does. Both
 * types describe successful responses, but `data` also holds error bodies.
 */
export type RawReply<T, Verb extends Method, Path extends string> = RawResponse<
  [T] extends [never] ? EndpointReply<Verb, Path> : T
>;

/** Creates the raw requests of a session. */
export function rawApi(session: ReplySession): RawApi {
  const request = async ({ method, path, query, body, ...options }: RawRequest): Promise<RawResponse<never>> => {
    checkSendable({ method, body });
    const filled = template<QueryValue>(path, query);
    const route: Route = {
      method,
      path: checkPath(filled.path),
      query: splitRanges(filled.rest),
      body,
      expects: "any",
      ...UNSHARED,
    };
    const { status, headers, body: data } = await session.reply(route, options).catch((error) => {
      const reply = replyOf(error);
      if (!reply) throw error;
      return reply;
    });
    return { data: data as never, status, headers: Object.fromEntries(headers ?? []) };
  };
  return {
    request,
    get: (path, query, options) => request({ ...options, method: "GET", path, query }),
    post: (path, body, options) => request({ ...options, method: "POST", path, body }),
    put: (path, body, options) => request({ ...options, method: "PUT", path, body }),
    delete: (path, options) => request({ ...options, method: "DELETE", path }),
  };
}
