import { hash } from "node:crypto";
import { type StubServer, stubServer } from "../../../support/cli/cli.ts";

/** The service and its browser side. */
export interface LoginService extends StubServer {
  /** The forms received by the token endpoint. */
  readonly forms: Record<string, string>[];
  /** Allows the access, and returns the redirect URI with a code for this login. */
  allow(authorizeUrl: string): string;
}

/** The registered app. */
export const APPLICATION = { TONEARM_CLIENT_ID: "app", TONEARM_CLIENT_SECRET: "app-secret" } as const;

/** Serves it. */
export function loginService(): LoginService {
  const logins = new Map<string, { redirectUri: string | null; challenge: string | null }>();
  const forms: Record<string, string>[] = [];
  const exchange = async (request: Request) => {
    const form = Object.fromEntries(new URLSearchParams(await request.text()));
    forms.push(form);
    const login = logins.get(form.code ?? "");
    logins.delete(form.code ?? "");
    const holds = login !== undefined && form.client_secret === APPLICATION.TONEARM_CLIENT_SECRET &&
      form.redirect_uri === login.redirectUri &&
      hash("sha256", form.code_verifier ?? "", "base64url") === login.challenge;
    if (!holds) return Response.json({ error: "invalid_grant" }, { status: 400 });
    return Response.json({ access_token: "user-token", refresh_token: "refresh-1", expires_in: 3599, scope: "" });
  };
  const service = stubServer((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/oauth/token") return exchange(request);
    return Response.json({ urn: "soundcloud:users:7", username: "Ada", kind: "user" });
  });
  const allow = (authorizeUrl: string) => {
    const query = new URL(authorizeUrl).searchParams;
    const code = `code-${logins.size + forms.length}`;
    logins.set(code, { redirectUri: query.get("redirect_uri"), challenge: query.get("code_challenge") });
    return `${query.get("redirect_uri")}?${new URLSearchParams({ code, state: query.get("state") ?? "" })}`;
  };
  return { ...service, forms, allow };
}
