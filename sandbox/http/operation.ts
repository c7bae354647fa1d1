import { OPERATION_TABLE, type OperationName } from "../contract/operations.ts";
import type { Needs, OperationRow } from "../contract/row.ts";
import { namesIn, parameterName } from "../document/operations.ts";
import type { Call } from "./call.ts";

export type Handler = (call: Call) => Response | Promise<Response>;

export type Handlers = Readonly<Partial<Record<OperationName, Handler>>>;

export interface Operation {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly needs: Needs;
  readonly query: readonly string[];
  /** Whether it issues tokens or changes something without a token: then pages of other sites may not call it. */
  readonly isGuarded: boolean;
  run(call: Call): Response | Promise<Response>;
}

/** Returns the names under which a parameter is sent: a range is two parameters. */
function sentAs(row: string): string[] {
  const name = parameterName(row);
  const isRange = ["bpm", "duration", "created_at"].includes(name);
  return isRange ? [`${name}[from]`, `${name}[to]`] : [name];
}

function operationOf(name: string, { who, isGuarded, query, also }: OperationRow, run: Handler): Operation {
  const [method = "", path = ""] = name.split(" ");
  return {
    name,
    method: method as Operation["method"],
    path: path.replace(/\{(\w+)\}/g, ":$1"),
    needs: who,
    query: [...namesIn(query), ...namesIn(also)].flatMap(sentAs),
    isGuarded: isGuarded ?? false,
    run,
  };
}

/** Returns the operations of the contract with their handlers, fixed paths before those with parameters. */
export function operationsWith(handlers: Handlers): Operation[] {
  const all: Readonly<Record<string, Handler>> = handlers;
  const operations = Object.entries(OPERATION_TABLE).map(([name, row]) => {
    const run = all[name];
    if (run === undefined) throw new TypeError(`Cannot serve ${name}: it has no handler`);
    return operationOf(name, row, run);
  });
  const parameterCount = ({ path }: Operation) => path.split(":").length;
  return operations.sort((a, b) => parameterCount(a) - parameterCount(b));
}
