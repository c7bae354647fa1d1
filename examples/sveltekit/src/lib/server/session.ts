import { env } from "$env/dynamic/private";
import type { Cookies } from "@sveltejs/kit";
import { MemoryTokenStore, ServiceClient } from "@tonearm/client";

const redirectUri = env.REDIRECT_URI ?? "http://127.0.0.1:8765/callback";

/** SvelteKit adds `HttpOnly` and `SameSite=Lax` by itself. */
export const cookie = { path: "/", secure: redirectUri.startsWith("https:") };

/** The tokens of each session. Several processes share them in a `RedisTokenStore` or a `PostgresTokenStore`. */
const sessions = new Map<string, MemoryTokenStore>();

export function clientOf(tokenStore?: MemoryTokenStore): ServiceClient {
  return new ServiceClient({
    clientId: env.TONEARM_CLIENT_ID ?? "",
    clientSecret: env.TONEARM_CLIENT_SECRET,
    baseUrl: env.TONEARM_API_URL,
    authUrl: env.TONEARM_AUTH_URL,
    redirectUri,
    tokenStore,
  });
}

export function tokenStoreOf(cookies: Cookies): MemoryTokenStore | undefined {
  return sessions.get(cookies.get("session") ?? "");
}

export function beginSession(cookies: Cookies, accessToken: string, refreshToken: string | undefined): void {
  endSession(cookies);
  // A new id for each sign-in prevents session fixation.
  const id = crypto.randomUUID();
  sessions.set(id, new MemoryTokenStore({ generation: 1, accessToken, refreshToken }));
  cookies.set("session", id, cookie);
}

export function endSession(cookies: Cookies): void {
  sessions.delete(cookies.get("session") ?? "");
  cookies.delete("session", cookie);
}
