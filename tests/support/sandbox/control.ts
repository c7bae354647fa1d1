import type { Sandbox } from "@tonearm/sandbox";

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
