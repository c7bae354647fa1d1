import type { Sandbox } from "@tonearm/sandbox";

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
