import { createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";

/** Calls the API with a token of the first user, or another; doesn't follow redirects. */
export async function call(
  sandbox: Pick<Sandbox, "issueTokens" | "fetch"> & { readonly clientConfig: { readonly baseUrl: string } },
  path: string,
  init: RequestInit & { readonly user?: number | null; readonly token?: string } = {},
): Promise<Response> {
  const { user = 1, token = sandbox.issueTokens(user).access_token, ...rest } = init;
  const headers = new Headers(rest.headers);
  headers.set("authorization", `OAuth ${token}`);
  const url = new URL(path, sandbox.clientConfig.baseUrl);
  return await sandbox.fetch(url, { ...rest, headers, redirect: "manual" });
}

/** A served sandbox, called over HTTP. */
export function overHttp(
  sandbox: Sandbox,
  { clientConfig }: { readonly clientConfig: { readonly baseUrl: string } },
): Parameters<typeof call>[0] {
  return { issueTokens: sandbox.issueTokens.bind(sandbox), fetch, clientConfig };
}

/** Returns the links in a track's `/streams`. */
export async function streamsOf(
  sandbox: Sandbox,
  track: number | string,
  user?: number,
): Promise<Record<string, string>> {
  return await (await call(sandbox, `/tracks/${track}/streams`, user === undefined ? {} : { user })).json();
}

/** Returns the redirect target of a link of `/streams`. */
export async function locationOf(sandbox: Sandbox, link: string | undefined): Promise<string> {
  const reply = await call(sandbox, link ?? "");
  const { location } = await reply.json();
  if (reply.status !== 302) throw new Error(`${link} answered ${reply.status}`);
  return location;
}

/** Returns the bytes at a URL of the media host. */
export async function bytesAt(
  sandbox: Sandbox,
  url: string,
  headers: HeadersInit = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await sandbox.fetch(url, { headers })).arrayBuffer());
}

/** Returns the status of a reply and discards its body. */
export async function statusOf(reply: Response | Promise<Response>): Promise<number> {
  const { status, body } = await reply;
  await body?.cancel();
  return status;
}

const API = "https://api.sandbox.test";

/** A reply of the control plane. */
export interface ControlReply<T> {
  readonly status: number;
  readonly body: T;
}

/** Sends a request to the control plane. A string or bytes are sent unchanged, anything else as JSON. */
export async function control<T = Record<string, unknown>>(
  sandbox: Sandbox,
  request: string,
  value?: unknown,
  headers: Record<string, string> = {},
): Promise<ControlReply<T>> {
  const [method = "GET", path = ""] = request.split(" ");
  const isRaw = typeof value === "string" || value instanceof Uint8Array;
  const body = value === undefined ? {} : { body: (isRaw ? value : JSON.stringify(value)) as BodyInit };
  const reply = await sandbox.fetch(`${API}/_sandbox${path}`, { method, headers, ...body });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** Sends a request to the API as a user, in the default namespace or another; doesn't follow redirects. */
export async function callApi(
  sandbox: Sandbox,
  request: string,
  init: RequestInit & { readonly user?: number } = {},
): Promise<Response> {
  const [method = "GET", path = ""] = request.split(" ");
  const { user = 1, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (!headers.has("authorization")) headers.set("authorization", `OAuth ${sandbox.issueTokens(user).access_token}`);
  return await sandbox.fetch(API + path, { redirect: "manual", ...rest, method, headers });
}

/** A sandbox on a port. Disposing closes both. */
export interface Served extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** The URL of the sandbox. */
  readonly url: string;
  /** An access token of the first user. */
  readonly token: string;
  /** A `fetch` that opens a new connection for each request, because Deno retries a reused one that fails. */
  readonly fetch: typeof fetch;
  /** Requests a path. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Requests a path with the token. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the JSON of a path. */
  getJson<T = Record<string, unknown>>(path: string): Promise<T>;
}

/** Serves a sandbox. */
export async function serveSandbox(options: SandboxOptions = {}): Promise<Served> {
  const sandbox = createSandbox(options);
  const server = await sandbox.serve();
  const token = sandbox.issueTokens().access_token;
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const unpooledFetch: typeof fetch = (input, init) => fetch(input, { ...init, client });
  const request = (path: string, init: RequestInit = {}) =>
    unpooledFetch(server.url + path, { redirect: "manual", ...init });
  const call = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `OAuth ${token}`);
    return request(path, { ...init, headers });
  };
  return {
    sandbox,
    url: server.url,
    token,
    fetch: unpooledFetch,
    request,
    call,
    getJson: async (path) => await (await call(path)).json(),
    async [Symbol.asyncDispose]() {
      client.close();
      await server.close();
      sandbox.close();
    },
  };
}
