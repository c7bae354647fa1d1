import { usage } from "../errors.ts";
import type { Column } from "./table.ts";

export type ViewValues = {
  columns?: readonly string[] | undefined;
  sort?: string | undefined;
  reverse?: true | undefined;
  csv?: true | readonly string[] | undefined;
};

/** The part of a column that is known before there are rows. */
export type NamedColumn = Pick<Column<never>, "title">;

export function nameOf({ title }: NamedColumn): string {
  return title.toLowerCase();
}

export function checkView(
  { columns = [], sort }: Pick<ViewValues, "columns" | "sort">,
  known: readonly NamedColumn[],
): void {
  const names = [...new Set(known.map(nameOf))];
  const wrong = [...columns, ...(sort === undefined ? [] : [sort])].find((name) => !names.includes(name.toLowerCase()));
  if (wrong !== undefined) throw usage(`Unknown column ${JSON.stringify(wrong)}`, `Columns: ${names.join(", ")}`);
}

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

/** Returns a function that puts rows in the order of `--sort` and `--reverse`; undefined to keep SoundCloud's. */
export function ordering<T>(
  all: readonly Column<T>[],
  { sort, reverse }: ViewValues,
): ((rows: readonly T[]) => T[]) | undefined {
  if (sort === undefined) return reverse && ((rows) => rows.toReversed());
  checkView({ sort }, all);
  const column = all.find((one) => nameOf(one) === sort.toLowerCase());
  const order = column?.order;
  const text = column?.plain ?? column?.value ?? String;
  const compare = (one: T, other: T) =>
    order ? order(other) - order(one) : text(one).localeCompare(text(other), undefined, { numeric: true });
  return (rows) => rows.toSorted(reverse ? (one, other) => compare(other, one) : compare);
}
