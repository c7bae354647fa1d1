import { dim, joined, paint, type Style, type Styled } from "./style.ts";
import { clean, cut, pad, width } from "./text.ts";

export interface Column<T> {
  readonly title: string;
  readonly value: (item: T) => string;
  /** Returns the text for a pipe, if it differs: full numbers, for example. */
  readonly plain?: (item: T) => string;
  /** Returns the sort key, if it isn't the text for a pipe: numbers and times, largest first. */
  readonly order?: (item: T) => number;
  /** Whether the column is shown only on request; with `when filled`, a terminal also shows it if a row has a value. */
  readonly extra?: true | "when filled";
  /** The alignment; numbers are aligned to the right. */
  readonly align?: "left" | "right";
  readonly shrinks?: boolean;
  readonly style?: Style;
}

const GAP = 2;
const LEAST = 12;

/** Formats an item as a line of tab-separated values, in which tabs and line breaks become spaces. */
export function tabbed<T>(item: T, columns: readonly Column<T>[]): string {
  return `${columns.map((column) => clean((column.plain ?? column.value)(item))).join("\t")}\n`;
}

/** A table that keeps the column widths of its first rows, so that later pages align. */
export class Table<T> {
  readonly #columns: readonly Column<T>[];
  readonly #available: number;
  #widths: readonly number[] | undefined;

  constructor(columns: readonly Column<T>[], available: number) {
    this.#columns = columns;
    this.#available = available;
  }

  rows(items: readonly T[]): Styled {
    const cells = items.map((item) => this.#columns.map((column) => clean(column.value(item))));
    const head = this.#widths === undefined ? this.#head(cells) : "";
    return [head, ...cells.map((row) => this.#line(row, ({ style }, text) => paint(style, text)))];
  }

  #head(cells: readonly (readonly string[])[]): Styled {
    const titles = this.#columns.map((column) => column.title);
    const isEmpty = (index: number) =>
      this.#columns[index]?.extra === "when filled" && !cells.some((row) => row[index]);
    const shown = this.#columns.map((_, index) => isEmpty(index) ? "" : titles[index] ?? "");
    const widths = this.#widths = fit(this.#columns, [shown, ...cells], this.#available);
    const isDropped = widths.some((size, index) => size === 0 && [shown, ...cells].some((row) => row[index]));
    return this.#line(isDropped ? titles.with(-1, `${titles.at(-1)} …`) : titles, (_, text) => dim(text));
  }

  #line(row: readonly string[], painted: (column: Column<T>, text: string) => Styled): Styled {
    const cells = this.#columns.flatMap((column, index) => {
      const size = this.#widths?.[index] ?? 0;
      return size === 0 ? [] : [{ column, text: pad(cut(row[index] ?? "", size), size, column.align) }];
    });
    while (cells.at(-1)?.text.trim() === "") cells.pop();
    const last = cells.length - 1;
    const shown = cells.map(({ column, text }, index) => painted(column, index === last ? text.trimEnd() : text));
    return [joined(shown, " ".repeat(GAP)), "\n"];
  }
}

/**
 * Computes the column widths. Columns with `shrinks` become narrower first. If that isn't enough, columns are dropped
 * (width 0), numbers first, but never the first or the last, whose values are arguments for other commands: `URN …`.
 */
function fit<T>(columns: readonly Column<T>[], rows: readonly (readonly string[])[], available: number): number[] {
  const full = columns.map((_, index) => Math.max(...rows.map((row) => width(row[index] ?? ""))));
  const spare = columns.flatMap((_, index) => index > 0 && index < columns.length - 1 ? [index] : []).reverse();
  const order = [...spare.filter((index) => columns[index]?.align), ...spare.filter((index) => !columns[index]?.align)];
  let widths = full;
  for (let dropped = 0; dropped <= order.length; dropped++) {
    widths = full.map((one, index) => order.indexOf(index) >= 0 && order.indexOf(index) < dropped ? 0 : one);
    const shrinking = columns.flatMap((column, index) => column.shrinks ? [index] : []);
    if (shrink(widths, shrinking, LEAST, available)) return widths;
  }
  shrink(widths, [...columns.keys()], 1, available);
  return widths;
}

/** Shrinks the widest of some columns until all fit or reach the minimum; returns whether they fit. */
function shrink(widths: number[], indexes: readonly number[], least: number, available: number): boolean {
  const shown = widths.filter((one) => one > 0);
  let excess = shown.reduce((sum, one) => sum + one, GAP * (shown.length - 1)) - available;
  for (; excess > 0; excess--) {
    const widest = widestOf(indexes, widths, least);
    if (widest === undefined) return false;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return true;
}

function widestOf(indexes: readonly number[], widths: readonly number[], least: number): number | undefined {
  const candidates = indexes.filter((index) => (widths[index] ?? 0) > least);
  return candidates.sort((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))[0];
}
