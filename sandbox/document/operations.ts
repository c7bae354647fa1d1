import { API_TABLE } from "../contract/operations/all.ts";
import type { OperationRow } from "../contract/row.ts";

/** A documented operation: its parameters and its replies. */
export interface Documented {
  /** Method and path, spelled as in the documentation. */
  readonly operation: string;
  /** Names of its query parameters. */
  readonly query: readonly string[];
  /** Their rows in the contract. */
  readonly parameters: readonly string[];
  /** Schema of the reply by status; empty if the reply has no documented body. */
  readonly replies: Readonly<Record<string, string>>;
  /** Schema of the request's body. */
  readonly body?: string | undefined;
  /** Schema of the request's body as a form. */
  readonly form?: string | undefined;
  /** Whether it's deprecated. */
  readonly deprecated?: true | undefined;
}

/** Splits names in a row of the contract. */
export function namesIn(words: string | undefined): string[] {
  return words?.split(" ") ?? [];
}

/** Returns the name of a parameter by its row: `access:all` is `access`. */
export function parameterName(row: string): string {
  return row.split(":")[0] ?? row;
}

/** Returns the schema of an error. A server error has no documented body. */
function errorSchema(status: string): string {
  if (status === "429") return "TooManyRequests";
  return status < "500" ? "Error" : "";
}

function documented([operation, row]: [string, OperationRow]): Documented {
  const { query, reply, refusals, body, form, deprecated } = row;
  const errors = namesIn(refusals).map((status) => [status, errorSchema(status)]);
  const parameters = namesIn(query);
  return {
    operation,
    query: parameters.map(parameterName),
    parameters,
    replies: { ...reply, ...Object.fromEntries(errors) },
    body,
    form,
    deprecated,
  };
}

/** The documented operations. */
export const OPERATIONS: readonly Documented[] = Object.entries(API_TABLE).map(documented);
