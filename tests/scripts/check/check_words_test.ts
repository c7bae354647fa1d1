import { assertEquals } from "@std/assert";
import { complaints } from "../../../scripts/check/check_words.ts";
import { textOf } from "../../../scripts/check/words/text.ts";

/** A test beside the spelling checker, whose own timers outlast a call. */
function test(name: string, fn: () => void | Promise<void>): void {
  Deno.test({ name, sanitizeOps: false, sanitizeResources: false, fn });
}

test("complaints() names a misspelt word, a term of the project and a word of the style guide, with lines", async () => {
  const page =
    "# A page\n\nThe tokken goes to the letter.\n\nWhich is performant, in `cod` and\n[there](targett.md).\n";
  assertEquals(await complaints("docs/a.md", page), [
    'docs/a.md:3: "tokken" is in no dictionary (scripts/check/words/dictionary.txt)',
    "docs/a.md:3: Incorrect term: “to the letter”, use “exactly” instead",
  ]);
  assertEquals(await complaints("docs/a.md", "Send an e-mail via the UI; see the file name.\n"), [
    "docs/a.md:1: Incorrect term: “file name”, use “filename” instead",
  ]);
});

test("complaints() reads British English and the words of the project", async () => {
  assertEquals(await complaints("docs/a.md", "The licence has a colour in Deno, and a repost.\n"), []);
});

test("complaints() reads doc comments and messages of a source, and no code", async () => {
  const source = '/** Says it. */\nconst misspeld = 1;\nthrow new Error("Cannot reach the sevice");\n';
  assertEquals(await complaints("cli/a.ts", source), [
    'cli/a.ts:3: "sevice" is in no dictionary (scripts/check/words/dictionary.txt)',
  ]);
});

test("textOf() has comments and sentences on their lines, without tags, code and single words", () => {
  const source = [
    'import { assert } from "../modul.ts";',
    "/** Gets a {@linkcode Trackk}, or `cod`. */",
    "// deno-lint-ignore no-explicit-any -- tooll",
    "throw new ServiceError(404, `Cannot get ${name(`quotte x`)} now`, { kind: 'alll' });",
    "/**",
    " * @param limit How many.",
    " */",
  ].join("\n");
  assertEquals(textOf(source).split("\n"), [
    "",
    "Gets a `code`, or `cod`.",
    "",
    "Cannot get `code` now",
    "",
    "`code` How many.",
    "",
  ]);
});
