// Cells that a spreadsheet would change: formulas, numbers with zeros in front, dates. An apostrophe in front keeps
// them as text, and no spreadsheet runs them.
// See https://owasp.org/www-community/attacks/CSV_Injection

const MONTHS =
  "jan|feb|f[ée]v|m[aä]r|apr|avr|abr|ma[iy]|jun|jui|jul|aug|ago|aou|aoû|sep|oct|okt|nov|de[czs]|déc|ene|dic";

const CHANGED: readonly RegExp[] = [
  /^[=+\-@\t\r]/,
  /^\s*\d[\d.,:/\- ]*(?:e[+-]?\d+)?\s*%?(?:\s*[ap]m)?\s*$/i,
  new RegExp(`^(?:\\d{1,4}[ .,/-]*)?(?:${MONTHS})\\p{L}*[ .,/-]*\\d{1,4}(?:[ .,/-]+\\d{1,4})?$`, "iu"),
  new RegExp(`^\\d{1,2}[ .,/-]*(?:${MONTHS})\\p{L}*$`, "iu"),
  /^(?:true|false)$/i,
];
/** A number that every spreadsheet shows as it is. */
const HARMLESS = /^(?:0|[1-9]\d{0,8})$/;

function isChanged(text: string): boolean {
  if (text.startsWith("'")) return isChanged(text.slice(1));
  return !HARMLESS.test(text) && CHANGED.some((pattern) => pattern.test(text));
}

export function shield(text: string): string {
  return isChanged(text) ? `'${text}` : text;
}

export function unshield(cell: string): string {
  return cell.startsWith("'") && isChanged(cell) ? cell.slice(1) : cell;
}

/** The result of a failed formula, in any language: `#NAME?`, `#BEZUG!`, `#N/A`. */
const FAILED_FORMULA = /^#(?:\p{Lu}[\p{Lu}\d/]*[?!]|N\/A|NV)$/u;

/** Returns what a program did to text, if the change can't be a person's; a new text has no `from`. */
export function damageOf(from: string | undefined, to: string): string | undefined {
  if (to.includes("\ufffd") && !from?.includes("\ufffd")) return "letters were replaced by U+FFFD";
  if (FAILED_FORMULA.test(to.trim())) return "it is the result of a failed formula";
  if (from === undefined || from === to) return undefined;
  if (misread(from) === to) return "UTF-8 was read as Windows-1252";
  if (/[^\x20-\x7e]/.test(from) && lossy(from).test(to)) return "letters were replaced by question marks";
  if (/^0+\d/.test(from) && from.replace(/^0+(?=\d)/, "") === to) return "zeros in front are gone";
  if (/^\d{10,}$/.test(from) && /^\d[.,]?\d*E\+?\d+$/i.test(to)) return "a number was rounded";
  return undefined;
}

/** UTF-8 read as Windows-1252, as Excel does without a byte order mark. */
function misread(text: string): string {
  return new TextDecoder("windows-1252").decode(new TextEncoder().encode(text));
}

function lossy(text: string): RegExp {
  const parts = [...text].map((letter) => {
    const plain = letter.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return /[^\x20-\x7e\n]/.test(letter) ? `(?:${plain}|\\?{1,2})` : plain;
  });
  return new RegExp(`^(?!${parts.join("").replaceAll("\\?{1,2}", "(?!)")}$)${parts.join("")}$`, "u");
}
