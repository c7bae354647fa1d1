import { FIELDS } from "../contract/fields.ts";
import { type FieldRow, type FieldTables, PUBLISHED } from "../contract/row.ts";

/** A field of a schema. */
export interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  /** In the notation of the contract. */
  readonly type: string;
  readonly source: string;
}

const TABLES: FieldTables = FIELDS;

/** Returns a field of a row. */
function fieldOf(key: string, row: FieldRow): Field {
  const [type, source] = typeof row === "string" ? [row, PUBLISHED] : row;
  return { name: key.replace(/\?$/, ""), isOptional: key.endsWith("?"), type, source };
}

/** Returns the fields that a schema takes over from another one: all, or those of a form, which has no lists. */
function inherited(key: string, schema: string): Field[] {
  const form = key.slice("...".length);
  const fields = fieldsOf(TABLES[schema] ?? {});
  if (form === "") return fields;
  return fields.filter(({ type }) => !type.startsWith("[")).map((each) => ({ ...each, name: `${form}[${each.name}]` }));
}

function fieldsOf(table: FieldTables[string]): Field[] {
  const all = Object.entries(table).flatMap(([key, row]) =>
    key.startsWith("...") ? inherited(key, String(row)) : [fieldOf(key, row)]
  );
  return [...new Map(all.map((field) => [field.name, field])).values()];
}

/** The fields of each schema. */
export const SCHEMAS: Readonly<Record<string, readonly Field[]>> = Object.fromEntries(
  Object.entries(TABLES).map(([schema, table]) => [schema, fieldsOf(table)]),
);
