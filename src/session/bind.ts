import type { MethodOptions, Session, TokenSource } from "../session.ts";

/** A module that exports operations only. */
// deno-lint-ignore no-explicit-any -- the arguments differ from operation to operation
type Operations = Record<string, (source: TokenSource, ...args: any[]) => unknown>;

/** A module of operations that are bound to a session. */
export type Bound<M extends Operations> = {
  [K in keyof M]: M[K] extends (source: TokenSource, ...args: infer A) => infer R ? (...args: Settled<A>) => R : never;
};

/** Arguments whose options have no `baseUrl`: the session has its own. */
type Settled<A extends unknown[]> = { [K in keyof A]: SettledArgument<A[K]> };

type SettledArgument<T> = T extends object ? "baseUrl" extends keyof T ? MethodOptions<T> : T : T;

/**
 * Binds a module of operations to a session.
 *
 * @returns The same functions under the same names, without their first parameter.
 */
export function bind<M extends Operations>(operations: M, session: Session): Bound<M> {
  const entries = Object.entries(operations).map(([name, operation]) => [name, operation.bind(undefined, session)]);
  return Object.fromEntries(entries) as Bound<M>;
}
