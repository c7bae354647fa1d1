// A strict OAuth host: refresh tokens work once, and using one again revokes every token of its login.
//
// It shares no code with the sandbox. It counts what it is asked, and a trial can hold, drop or replace its replies.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A reply. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A pair of tokens. */
export interface Pair {
  readonly access: string;
  readonly refresh: string;
}

/** What a trial does to token requests. Each function may wait. */
export interface Gate {
  /** Called when a request has arrived; its reply is sent instead, and nothing is committed. */
  arrived?: (() => Reply | void | Promise<Reply | void>) | undefined;
  /** Called when the new pair is committed, before the reply is sent. `"drop"` closes the connection. */
  committed?: ((pair: Pair) => "drop" | void | Promise<"drop" | void>) | undefined;
}

/** One sign-in: its tokens live and die together. */
interface Login {
  readonly user: string;
  refresh: string;
  isRevoked: boolean;
}

/** The host, with a little of the API behind it. */
export class StrictHost implements AsyncDisposable {
  /** What using a refresh token again does. */
  onReuse: "revoke" | "reject" = "revoke";
  /** What the current trial does to token requests. */
  gate: Gate = {};
  /** Holds the reply to a call that was refused with 401. */
  refused: (() => unknown) | undefined;
  /** Fields that replace those of a token response. */
  overrides: Record<string, unknown> = {};
  /** Requests to the token endpoint. */
  requests = 0;
  /** Pairs that were committed for a refresh token. */
  refreshes = 0;
  /** Refresh tokens that were used again. */
  doubleSpends = 0;
  /** Users of the tokens with which something was deleted, in order. */
  readonly deletions: string[] = [];
  readonly #refreshTokens = new Map<string, Login>();
  readonly #accessTokens = new Map<string, { login: Login; isExpired: boolean }>();
  readonly #server: Server;

  private constructor() {
    // A connection that the server closes as idle while a request is on its way is another row's fault.
    this.#server = createServer(
      { keepAliveTimeout: 600_000 },
      // The client may end in the middle of its request.
      (request, response) => void this.#handle(request, response).catch(() => response.destroy()),
    );
  }

  /** Starts a host on a free port. */
  static async start(): Promise<StrictHost> {
    const host = new StrictHost();
    await new Promise<void>((resolve) => host.#server.listen(0, "127.0.0.1", resolve));
    return host;
  }

  /** Its address, for the API and for OAuth. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Signs a user in. */
  login(user = "ann"): Pair {
    return this.#issue({ user, refresh: "", isRevoked: false });
  }

  /** Ends the life of every access token. */
  expire(): void {
    for (const entry of this.#accessTokens.values()) entry.isExpired = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #issue(login: Login): Pair {
    const pair = { access: `access-${randomUUID()}`, refresh: `refresh-${randomUUID()}` };
    login.refresh = pair.refresh;
    this.#refreshTokens.set(pair.refresh, login);
    this.#accessTokens.set(pair.access, { login, isExpired: false });
    return pair;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request);
    const reply = await this.#replyTo(request, body);
    if (reply === "drop" || response.destroyed) return void response.destroy();
    response.writeHead(reply.status, { "content-type": "application/json; charset=utf-8", ...reply.headers });
    response.end(JSON.stringify(reply.body ?? {}));
  }

  #replyTo({ url, method = "", headers }: IncomingMessage, body: string): Reply | Promise<Reply | "drop"> {
    const path = url?.split("?")[0];
    if (path === "/oauth/token") return this.#token(new URLSearchParams(body));
    if (path === "/sign-out") return this.#signOut(body);
    return this.#api(method, headers.authorization?.replace(/^\w+ /, "") ?? "");
  }

  async #token(form: URLSearchParams): Promise<Reply | "drop"> {
    this.requests++;
    const replaced = await this.gate.arrived?.();
    if (replaced) return replaced;
    const login = this.#loginOf(form);
    if (!login) return { status: 400, body: { error: "invalid_grant" } };
    const pair = this.#issue(login);
    const dropped = await this.gate.committed?.(pair);
    const { access: access_token, refresh: refresh_token } = pair;
    const body = { access_token, refresh_token, expires_in: 3599, scope: "", token_type: "bearer", ...this.overrides };
    return dropped ?? { status: 200, body };
  }

  /** The login that a request is granted. An authorization code is the name of the user who signs in. */
  #loginOf(form: URLSearchParams): Login | undefined {
    if (form.get("grant_type") === "refresh_token") return this.#spend(form.get("refresh_token") ?? "");
    return { user: form.get("code") ?? "app", refresh: "", isRevoked: false };
  }

  /** The login that a refresh token belongs to, if it still works. */
  #spend(token: string): Login | undefined {
    const login = this.#refreshTokens.get(token);
    if (!login || login.isRevoked) return undefined;
    if (login.refresh !== token) {
      this.doubleSpends++;
      login.isRevoked = this.onReuse === "revoke";
      return undefined;
    }
    this.refreshes++;
    return login;
  }

  #signOut(body: string): Reply {
    const entry = this.#accessTokens.get(JSON.parse(body || "{}").access_token);
    if (entry) entry.login.isRevoked = true;
    return { status: 200 };
  }

  async #api(method: string, token: string): Promise<Reply> {
    const entry = this.#accessTokens.get(token);
    if (!entry || entry.isExpired || entry.login.isRevoked) {
      await this.refused?.();
      return { status: 401, body: { code: 401, message: "" } };
    }
    const { user } = entry.login;
    if (method === "DELETE") this.deletions.push(user);
    return { status: 200, body: { id: 1, urn: `soundcloud:users:${user}`, username: user, permalink: user } };
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of request) text += decoder.decode(chunk, { stream: true });
  return text;
}
