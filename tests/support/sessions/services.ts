import { type AtomicTokenStore, ServiceClient, type ServiceClientConfig, type TokenRecord } from "@tonearm/client";
import type { ServerResponse } from "node:http";
import { type Handler, type ReceivedRequest, respond, type Scripted, serve, type WireServer } from "../wire_server.ts";
import { createHash } from "node:crypto";

/** The access and the refresh token of a client or a record. */
export function tokensOf(holder?: Pick<ServiceClient | TokenRecord, "accessToken" | "refreshToken">): unknown[] {
  return [holder?.accessToken, holder?.refreshToken];
}

/** What a store has of the first tokens of a service. */
export const RECORD: TokenRecord = { generation: 1, accessToken: "a0", refreshToken: "r0" };

/** Creates a client over a store with an expired access token. */
export function expired(service: TokenService, tokenStore: AtomicTokenStore, more = {}): ServiceClient {
  service.expire();
  return new ServiceClient({ ...service.config, tokenStore, ...more });
}

/** The service. It issues the tokens `a0` and `r0`, then `a1` and `r1`, and so on. */
export class TokenService implements AsyncDisposable {
  /** The number of the valid tokens. */
  current = 0;
  /** Replaces the reply to a refresh. */
  onRefresh: Handler | Scripted | undefined;
  /** The number of requested refreshes. */
  refreshes = 0;
  /** The access tokens of the calls, in order. */
  readonly used: string[] = [];
  #server: Awaited<ReturnType<typeof serve>> | undefined;
  #expired = false;

  /** Starts a service. */
  static async start(): Promise<TokenService> {
    const service = new TokenService();
    service.#server = await serve((response, request) => service.#handle(response, request));
    return service;
  }

  /** The client configuration for this service. */
  get config(): Pick<ServiceClientConfig, "clientId" | "clientSecret"> & Partial<ServiceClientConfig> {
    const { url = "" } = this.#server ?? {};
    const app = { clientId: "id", clientSecret: "secret", baseUrl: url, authUrl: url };
    return { ...app, retryBaseDelay: 0, autoRefresh: true };
  }

  /** The forms received by the token endpoint. */
  get forms(): Record<string, string>[] {
    const requests = this.#server?.requests ?? [];
    return requests.filter(({ url }) => url === "/oauth/token").map(({ body }) =>
      Object.fromEntries(new URLSearchParams(body))
    );
  }

  /** Expires the access token. */
  expire(): void {
    this.#expired = true;
  }

  /** Replaces the tokens, as another process would. */
  rotate(): { access_token: string; refresh_token: string } {
    this.current++;
    this.#expired = false;
    return { access_token: `a${this.current}`, refresh_token: `r${this.current}` };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }

  async #handle(response: ServerResponse, request: ReceivedRequest): Promise<void> {
    if (request.url === "/oauth/token") return await this.#refresh(response, request);
    const token = request.headers["authorization"]?.replace("OAuth ", "") ?? "";
    this.used.push(token);
    if (token === `a${this.current}` && !this.#expired) respond(response, { body: { id: 1, username: token } });
    else respond(response, { status: 401, body: { code: 401, message: "" } });
  }

  async #refresh(response: ServerResponse, request: ReceivedRequest): Promise<void> {
    this.refreshes++;
    const { onRefresh } = this;
    if (typeof onRefresh === "function") return void await onRefresh(response, request);
    if (onRefresh) return respond(response, onRefresh);
    const offered = new URLSearchParams(request.body).get("refresh_token");
    if (offered !== `r${this.current}`) return respond(response, { status: 400, body: { error: "invalid_grant" } });
    respond(response, { body: { ...this.rotate(), expires_in: 3599, scope: "", token_type: "bearer" } });
  }
}

/** What a service does, which may change while it runs. */
export interface EtagGate {
  /** Whether it returns weak ETags, as behind a proxy that compresses. */
  isWeak?: boolean;
  /** Answers 403 to writes, or carries them out and closes the connection. */
  writes?: "refused" | "unanswered";
}

/** Starts a service. */
export async function startEtagService(gate: EtagGate = {}): Promise<WireServer> {
  const entries = new Map<string, string>();
  return await serve((response, request) => {
    const stored = entries.get(request.url);
    if (request.method !== "PUT") return read(response, stored, gate);
    if (gate.writes === "refused") return respond(response, { status: 403 });
    if (!isAllowed(request, stored)) return respond(response, { status: 412 });
    entries.set(request.url, request.body);
    if (gate.writes === "unanswered") return response.destroy();
    respond(response, { status: stored === undefined ? 201 : 204 });
  });
}

function read(response: ServerResponse, stored: string | undefined, { isWeak }: EtagGate): void {
  if (stored === undefined) return respond(response, { status: 404 });
  const etag = `${isWeak ? "W/" : ""}${etagOf(stored)}`;
  respond(response, { headers: { etag, "content-type": "application/json" }, body: stored });
}

function isAllowed({ headers }: ReceivedRequest, stored: string | undefined): boolean {
  const match = headers["if-match"];
  if (match !== undefined) return stored !== undefined && match === etagOf(stored);
  return headers["if-none-match"] === "*" && stored === undefined;
}

function etagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("hex")}"`;
}
