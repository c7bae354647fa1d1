import { createSandbox, type Sandbox, type SandboxOptions } from "@tonearm/sandbox";

/** Any resource of the service, with the fields that tests read. */
export interface Item {
  readonly id: number;
  readonly urn: string;
  readonly kind: string;
  readonly title: string;
  readonly username: string;
  readonly permalink: string;
  readonly permalink_url: string;
  readonly uri: string;
  readonly access: string;
  readonly sharing: string;
  readonly duration: number;
  readonly created_at: string;
  readonly user: Item;
  readonly tracks: readonly Item[];
  readonly type: string;
  readonly origin: Item;
  readonly reposter?: string;
  readonly [field: string]: unknown;
}

/** The body of a reply: one resource, a list, or an error. */
export interface Body extends Item {
  readonly collection: readonly Item[];
  readonly next_href?: string | null;
  readonly future_href: string;
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly location: string;
}

/** A reply with its parsed body. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON body; an empty object if there is none. */
  readonly body: Body;
  /** The items of the body, whether it is an array or a collection. */
  readonly items: readonly Item[];
}

/** Sends requests with one token. */
export interface Api {
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, json?: unknown): Promise<Reply>;
  put(path: string, json?: unknown): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  /** Sends any request; a path is one of the API. */
  send(target: string, init?: RequestInit): Promise<Reply>;
}

/** Reads a reply to its end. */
export async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
  const json: unknown = isJson ? JSON.parse(text) : {};
  const body = (Array.isArray(json) ? {} : json) as Body;
  const items = (Array.isArray(json) ? json : body.collection ?? []) as readonly Item[];
  return { status: response.status, headers: response.headers, text, body, items };
}

/**
 * Returns a caller of a sandbox.
 *
 * @param user Id or permalink. Default: the first user; `null` for an app without a user.
 */
export function caller(sandbox: Sandbox, user: number | string | null = 1): Api {
  const { access_token: token } = sandbox.issueTokens(user);
  const { baseUrl } = sandbox.clientConfig;
  async function send(target: string, init: RequestInit = {}): Promise<Reply> {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `OAuth ${token}`);
    const url = target.startsWith("/") ? baseUrl + target : target;
    return await read(await sandbox.fetch(url, { ...init, headers, redirect: "manual" }));
  }
  const withBody = (method: string) => (path: string, json?: unknown) =>
    send(path, {
      method,
      ...(json === undefined ? {} : { body: JSON.stringify(json), headers: { "content-type": "application/json" } }),
    });
  return {
    token,
    send,
    get: (path, headers) => send(path, headers === undefined ? {} : { headers }),
    post: withBody("POST"),
    put: withBody("PUT"),
    delete: (path) => send(path, { method: "DELETE" }),
  };
}

/** A caller of a sandbox of its own, which ends with its scope. */
export interface OwnApi extends Api, Disposable {
  readonly sandbox: Sandbox;
}

/** Creates a sandbox, and returns a caller of it. */
export function sandboxApi(
  { user, ...options }: SandboxOptions & { readonly user?: Parameters<typeof caller>[1] } = {},
): OwnApi {
  const sandbox = createSandbox(options);
  return { ...caller(sandbox, user), sandbox, [Symbol.dispose]: () => sandbox.close() };
}

/** Follows `next_href` to the end and returns the items of every page. */
export async function walk(api: Api, path: string): Promise<(readonly Item[])[]> {
  const pages: (readonly Item[])[] = [];
  for (let next: string | null | undefined = path; next;) {
    const { body, items } = await api.get(next);
    pages.push(items);
    next = body.next_href;
  }
  return pages;
}

/** Returns the titles or names of items. */
export function names(items: readonly Item[]): string[] {
  return items.map(({ title, username }) => title ?? username);
}

/** Returns the numeric ids of items. */
export function ids(items: readonly Item[]): number[] {
  return items.map(({ id }) => id);
}
