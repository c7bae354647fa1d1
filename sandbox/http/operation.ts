import type { Call } from "./call.ts";

/** Who may call an operation: a user of an app, any app, or everybody. */
export type Needs = "user" | "app" | "nothing";

/** One operation of the service: its path, its callers, its handler. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path with `:name` segments. */
  readonly path: string;
  readonly needs: Needs;
  /** Its query parameters; a strict sandbox rejects others. */
  readonly query?: readonly string[];
  /** Whether it gives tokens or changes something without one: then other sites' pages may not call it. */
  readonly isGuarded?: boolean;
  run(call: Call): Response | Promise<Response>;
}

/** The types of the router: it is given each request's call. */
export interface Env {
  Bindings: { readonly call: Call };
}
