import { createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";

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
