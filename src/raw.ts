/**
 * Requests that no operation covers.
 *
 * @module
 */
import type { ReplySession } from "./client_session.ts";
import type { CallOptions, Route } from "./session.ts";
import { replyOf } from "./transport/response.ts";
import type { Method } from "./transport/call.ts";
import { checkPath } from "./transport/origin.ts";
import { template } from "./transport/path.ts";
import { checkSendable } from "./transport/request.ts";
import type { Query, QueryValue } from "./transport/query.ts";
import type { RawResponse } from "./types/config.ts";

/** Body of a raw request. A plain object is sent as JSON. */
export type RawBody = object | FormData | URLSearchParams;

/** One raw request. */
export interface RawRequest extends Pick<CallOptions, "token" | "signal"> {
  /** HTTP method. */
  method: Method;
  /** Path below the service's address; `{name}` is filled from `query`. */
  path: string;
  /** Fills the placeholders of the path; what is left goes into the query. */
  query?: Query | undefined;
  /** A plain object is sent as JSON. */
  body?: RawBody | undefined;
}

/**
 * Requests to any path of the service. They carry the token, are retried and refreshed like all others, but neither
 * cached nor merged; an error reply is a result, not an error.
 *
 * @example
 * ```ts
 * import { ServiceClient } from "@tonearm/client";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const client = new ServiceClient(sandbox.clientConfig);
 * client.setToken((await client.auth.getClientToken()).access_token);
 * const { status } = await client.raw.get("/tracks/{id}", { id: 0 });
 * console.log(status); // 404
 * ```
 */
export interface RawApi {
  /** Sends a GET. `params` fill the placeholders; what is left goes into the query. */
  get<T = unknown>(path: string, params?: Query, options?: CallOptions): Promise<RawResponse<T>>;
  /** Sends a POST. */
  post<T = unknown>(path: string, body?: RawBody, options?: CallOptions): Promise<RawResponse<T>>;
  /** Sends a PUT. */
  put<T = unknown>(path: string, body?: RawBody, options?: CallOptions): Promise<RawResponse<T>>;
  /** Sends a DELETE. */
  delete<T = unknown>(path: string, options?: CallOptions): Promise<RawResponse<T>>;
  /** Sends any request. */
  request<T = unknown>(request: RawRequest): Promise<RawResponse<T>>;
}

/** Raw requests are neither cached nor joined. */
const UNSHARED = { skipCache: true, skipDedupe: true } as const;

/**
 * Makes the raw requests of a session.
 *
 * @param session What sends them.
 * @returns The requests.
 */
export function rawApi(session: ReplySession): RawApi {
  const request = async <T>({ method, path, query, body, ...options }: RawRequest): Promise<RawResponse<T>> => {
    checkSendable({ method, body });
    const filled = template<QueryValue>(path, query);
    const route: Route = {
      method,
      path: checkPath(filled.path),
      query: filled.rest,
      body,
      expects: "any",
      ...UNSHARED,
    };
    const { status, headers, body: data } = await session.reply(route, options).catch((error) => {
      const reply = replyOf(error);
      if (!reply) throw error;
      return reply;
    });
    return { data: data as T, status, headers: Object.fromEntries(headers) };
  };
  return {
    request,
    get: (path, query, options) => request({ ...options, method: "GET", path, query }),
    post: (path, body, options) => request({ ...options, method: "POST", path, body }),
    put: (path, body, options) => request({ ...options, method: "PUT", path, body }),
    delete: (path, options) => request({ ...options, method: "DELETE", path }),
  };
}
