/** Writes the measured figures and the comparison of docs/index.md. */
import { comparisonTable, faultsOfReads, readsThatSurvive } from "../../tests/docs/comparison/table.ts";
import { FAULTS } from "../../sandbox/contract/faults.ts";
import { API_TABLE } from "../../sandbox/contract/operations.ts";
import { formatPage } from "./format.ts";

/**
 * Puts the current figures into the page.
 *
 * @param page The page as it is.
 * @returns The formatted page.
 */
export async function frontPage(page: string): Promise<string> {
  const figures = {
    comparison: `\n\n${await comparisonTable()}\n\n`,
    reads: `${await readsThatSurvive("tonearm")} of ${(await faultsOfReads()).length}`,
    operations: `${Object.keys(API_TABLE).length}`,
    faults: `${Object.keys(FAULTS).length}`,
  };
  return await formatPage(
    Object.entries(figures).reduce(
      (text, [name, figure]) =>
        text.replace(new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`), (_, start, end) => start + figure + end),
      page,
    ),
  );
}
