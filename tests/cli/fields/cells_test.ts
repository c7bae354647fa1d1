import { assertEquals } from "@std/assert";
import { shield, unshield } from "../../../cli/fields/cells.ts";

const MONTHS =
  "jan feb fev fév mar mär apr avr abr mai may jun jui jul aug ago aou aoû sep oct okt nov dec dez des déc ene dic";

/** Cells that a spreadsheet would run or rewrite. */
const CHANGED = [
  MONTHS.split(" ").flatMap((month) => [`5 ${month}`, `${month} 26`]),
  ["=1+1", "+49 30", "-12 dB", "@home", "\tx", "\rx", "007", " 7", "1.5", "1,000", "1:30", "1/2", "1-2", "7 "],
  ["1E5", "1e+5", "2e-3", "50%", "50 %", "5 pm", "5PM", "1234567890", "5 March", "Mar 5", "5-mär-26"],
  ["2026 dez. 31", "3. ene", "12 févr", "true", "FALSE", "'007", "''=x"],
].flat();
/** Cells that stay as they are. */
const KEPT = [
  ["", "0", "7", "999999999", "Song 7", "7 songs", "a=b", "1 2x", "5 Marches on", "x5 March", "March", "truest"],
  ["'97er", "'", "'Song", "1e", "5 xm", "12345 March", "5 March 26 x"],
].flat();

Deno.test("shield() marks what a spreadsheet would run or rewrite as text, and unshield() takes the mark back", () => {
  assertEquals(CHANGED.map(shield), CHANGED.map((cell) => `'${cell}`));
  assertEquals(KEPT.map(shield), KEPT);
  assertEquals([...CHANGED, ...KEPT].map(shield).map(unshield), [...CHANGED, ...KEPT]);
});
