import type { Sandbox } from "@tonearm/sandbox";

/** A reply of the token endpoint. */
export interface TokenReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly expires_in: number;
    readonly scope: string;
    readonly token_type: string;
    readonly error: string;
  };
}

/** A verifier of 43 characters, and its challenge. */
export const VERIFIER = "correct-horse-battery-staple-0123456789_ABC";
export const CHALLENGE: string = "IHi4jU12UWUPW6RknqeQIC0ic-jNFGZrQCuXCrYno0Q";

/** Returns the `Authorization` header of the client-credentials grant. */
export function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
}

/** Sends a form to the token endpoint. */
export async function postToken(
  sandbox: Sandbox,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TokenReply> {
  const { authUrl } = sandbox.clientConfig;
  const reply = await sandbox.fetch(`${authUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers,
  });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

/** Returns the credentials of the sandbox's app as form fields. */
export function credentials({ clientConfig }: Sandbox): { client_id: string; client_secret: string } {
  return { client_id: clientConfig.clientId, client_secret: clientConfig.clientSecret };
}

/** Returns the URL of the authorize page; null removes a parameter. */
export function authorizeUrl({ clientConfig }: Sandbox, changes: Record<string, string | null> = {}): string {
  const url = new URL(`${clientConfig.authUrl}/authorize`);
  const query = {
    client_id: clientConfig.clientId,
    redirect_uri: clientConfig.redirectUri,
    response_type: "code",
    state: "a state & more",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...changes,
  };
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** Returns a new authorization code of the first user. */
export async function codeFor(sandbox: Sandbox, changes: Record<string, string | null> = {}): Promise<string> {
  const reply = await sandbox.fetch(authorizeUrl(sandbox, { sandbox_user: "1", ...changes }), { redirect: "manual" });
  const code = new URL(reply.headers.get("location") ?? "").searchParams.get("code");
  if (code === null) throw new Error(`no code in ${reply.headers.get("location")}`);
  return code;
}

/** Exchanges a code. */
export async function exchange(
  sandbox: Sandbox,
  code: string,
  changes: Record<string, string> = {},
): Promise<TokenReply> {
  const { redirectUri } = sandbox.clientConfig;
  const form = { grant_type: "authorization_code", ...credentials(sandbox), redirect_uri: redirectUri, code };
  return await postToken(sandbox, { ...form, code_verifier: VERIFIER, ...changes });
}

/** Exchanges a refresh token. */
export async function refresh(
  sandbox: Sandbox,
  refreshToken: string,
  changes: Record<string, string> = {},
): Promise<TokenReply> {
  const form = { grant_type: "refresh_token", ...credentials(sandbox), refresh_token: refreshToken };
  return await postToken(sandbox, { ...form, ...changes });
}

/** Returns the status of a call that needs a token. */
export async function useToken(sandbox: Sandbox, token: string): Promise<number> {
  const headers = { authorization: `OAuth ${token}` };
  const reply = await sandbox.fetch(`${sandbox.clientConfig.baseUrl}/tracks/1001`, { headers });
  await reply.body?.cancel();
  return reply.status;
}
