import { API_TABLE } from "../contract/operations.ts";
import { type FieldRow, type OperationRow, PUBLISHED } from "../contract/row.ts";
import { FIELDS } from "../contract/fields.ts";

export interface Documented {
  readonly operation: string;
  readonly parameters: readonly string[];
  /** Schema of the response by status; empty if the response has no documented body. */
  readonly replies: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly form?: string | undefined;
  readonly deprecated?: true | undefined;
}

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
  return {
    operation,
    parameters: namesIn(query),
    replies: { ...reply, ...Object.fromEntries(errors) },
    body,
    form,
    deprecated,
  };
}

export const OPERATIONS: readonly Documented[] = Object.entries(API_TABLE).map(documented);

export interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
  readonly source: string;
}

/** Returns the fields of a row: its own, or those of another schema; as a form's, which has no lists. */
function fieldsIn([type, names, source = PUBLISHED]: FieldRow): Field[] {
  if (!type.startsWith("...")) {
    return names.split(" ").map((key) => (
      { name: key.replace(/\?$/, ""), isOptional: key.endsWith("?"), type, source }
    ));
  }
  const form = type.slice("...".length);
  const fields = fieldsOf(FIELDS[names] ?? []);
  if (form === "") return fields;
  return fields.filter((each) => !each.type.startsWith("[")).map((each) => ({
    ...each,
    name: `${form}[${each.name}]`,
  }));
}

function fieldsOf(rows: readonly FieldRow[]): Field[] {
  return [...new Map(rows.flatMap(fieldsIn).map((field) => [field.name, field])).values()];
}

let known: Readonly<Record<string, readonly Field[]>> | undefined;

/** Returns the fields of each schema, which are read on first use. */
export function schemaFields(): Readonly<Record<string, readonly Field[]>> {
  return known ??= Object.fromEntries(Object.entries(FIELDS).map(([schema, rows]) => [schema, fieldsOf(rows)]));
}
