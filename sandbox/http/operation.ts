import type { Call } from "./call.ts";

/** The required caller of an operation: a user of an app, any app, or anyone. */
export type Needs = "user" | "app" | "nothing";

/** An operation of the service: its path, its callers, its handler. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path with `:name` segments. */
  readonly path: string;
  readonly needs: Needs;
  /** Its query parameters; a strict sandbox rejects others. */
  readonly query?: readonly string[];
  /** Whether it issues tokens or changes something without a token: then pages of other sites may not call it. */
  readonly isGuarded?: boolean;
  run(call: Call): Response | Promise<Response>;
}

/** The types of the router: its bindings contain the call. */
export interface Env {
  Bindings: { readonly call: Call };
}
