/**
 * What of a list is shown, and in which order: `--columns` and `--sort`.
 *
 * @module
 */

import { usage } from "../errors.ts";
import type { Column } from "./table.ts";

/** The options that decide. */
export type ViewValues = {
  columns?: readonly string[] | undefined;
  sort?: string | undefined;
  reverse?: true | undefined;
};

/** The properties of a column before there are rows. */
export type NamedColumn = Pick<Column<never>, "title">;

/** What `--columns` calls a column. */
export function nameOf({ title }: NamedColumn): string {
  return title.toLowerCase();
}

/** Refuses names that no column has. */
export function checkView({ columns = [], sort }: ViewValues, known: readonly NamedColumn[]): void {
  const names = [...new Set(known.map(nameOf))];
  const wrong = [...columns, ...(sort === undefined ? [] : [sort])].find((name) => !names.includes(name.toLowerCase()));
  if (wrong !== undefined) throw usage(`Unknown column ${JSON.stringify(wrong)}`, `Columns: ${names.join(", ")}`);
}

/** The columns to show: those that are named, else the usual ones. */
export function chosenColumns<T>(
  all: readonly Column<T>[],
  { columns }: ViewValues,
  isTerminal: boolean,
): readonly Column<T>[] {
  if (!columns) return all.filter(({ extra }) => !extra || isTerminal && extra === "when filled");
  checkView({ columns }, all);
  // Requested columns are shown even if they are empty.
  return columns.flatMap((name) => all.filter((column) => nameOf(column) === name.toLowerCase()))
    .map(({ extra: _, ...column }) => column);
}

/** Compares items as `--sort` wants it; undefined where the service's order stays. */
export function comparison<T>(
  all: readonly Column<T>[],
  { sort, reverse }: ViewValues,
): ((one: T, other: T) => number) | undefined {
  if (sort === undefined) return undefined;
  checkView({ sort }, all);
  const column = all.find((one) => nameOf(one) === sort.toLowerCase());
  const order = column?.order;
  const text = column?.plain ?? column?.value ?? String;
  const compare = (one: T, other: T) =>
    order ? order(other) - order(one) : text(one).localeCompare(text(other), undefined, { numeric: true });
  return reverse ? (one, other) => compare(other, one) : compare;
}
