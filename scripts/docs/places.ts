/**
 * Writes the table of docs/places.md: where the packages run, from the table that `deno task release runtimes` starts.
 */
import { placesTable } from "../../tests/release/places/table.ts";
import { formatPage } from "./format.ts";

const MARKS = /(<!-- table -->\n)[^]*(<!-- \/table -->)/;

/**
 * Puts the current table into the page.
 *
 * @param page The page as it is.
 * @returns The formatted page.
 */
export async function placesPage(page: string): Promise<string> {
  return await formatPage(page.replace(MARKS, (_, start, end) => `${start}\n${placesTable()}\n\n${end}`));
}
