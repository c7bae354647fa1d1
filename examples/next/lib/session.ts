/**
 * The session of a request: the browser holds an id, and a file on the server holds the tokens.
 *
 * Next compiles pages and route handlers separately, so they don't share a `Map` of a module. Several hosts share the
 * tokens in a `RedisTokenStore` or a `PostgresTokenStore` instead.
 *
 * @module
 */
import { join } from "node:path";
import process from "node:process";
import { ServiceClient } from "@tonearm/client";
import { FileTokenStore } from "@tonearm/client/file";
import { cookies } from "next/headers";

const { TONEARM_CLIENT_ID: clientId = "", TONEARM_CLIENT_SECRET: clientSecret = "" } = process.env;
const { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl } = process.env;
const redirectUri = process.env.REDIRECT_URI ?? "http://127.0.0.1:8765/callback";
const folder = process.env.SESSIONS ?? join(process.cwd(), ".sessions");
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const cookie = {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: redirectUri.startsWith("https:"),
} as const;

export function clientOf(tokenStore?: FileTokenStore): ServiceClient {
  return new ServiceClient({ clientId, clientSecret, baseUrl, authUrl, redirectUri, tokenStore });
}

export function storeOf(id: string): FileTokenStore {
  return new FileTokenStore(join(folder, `${id}.json`));
}

/** Returns the tokens of the browser that sends this request. An invalid id never becomes part of a path. */
export async function session(): Promise<FileTokenStore | undefined> {
  const id = (await cookies()).get("session")?.value ?? "";
  return UUID.test(id) ? storeOf(id) : undefined;
}

/** Redirects so that the browser follows a POST with a GET, unlike `redirect()` of Next in a route handler. */
export function home(): Response {
  return new Response(null, { status: 303, headers: { location: "/" } });
}
