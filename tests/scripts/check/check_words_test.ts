import { assertEquals } from "@std/assert";
import { complaints, makeSpeller, pagesToCheck } from "../../../scripts/check/check_words.ts";
import { spokenIn } from "../../../scripts/check/words/code.ts";
import { FORBIDDEN } from "../../../scripts/check/words/forbidden.ts";
import { commentsOf, proseOf, wordsOf } from "../../../scripts/check/words/prose.ts";

const knows = (...words: string[]) => (word: string) => words.includes(word);

Deno.test("complaints() names a misspelt word with its line, and a phrase that spans two lines", () => {
  const text = "# A page\n\nThe tokken goes to\nthe letter.\n";
  assertEquals(complaints("docs/a.md", text, knows("page", "The", "goes", "the", "letter")), [
    'docs/a.md:3: "tokken" is in no dictionary (or add it to scripts/check/words/dictionary.txt)',
    'docs/a.md:3: "to the letter": say it plainly (exactly)',
  ]);
});

Deno.test("proseOf() leaves out code, addresses and markup, and keeps the lines", () => {
  const page = "---\nedit: xx\n---\n\nRead `cod`, [this](targett.md#anchorr) at https://addr.esss/pathh.\n\n" +
    "```ts\nconst misspeld = 1;\n```\n\n<!-- commment -->\nEnd of file.tss.\n";
  const prose = proseOf(page);
  assertEquals(prose.split("\n").length, page.split("\n").length);
  assertEquals(wordsOf(prose).map(({ text, line }) => `${text}:${line}`), ["Read:5", "this:5", "End:12"]);
});

Deno.test("commentsOf() reads only doc comments, without tags, links and examples, and keeps the lines", () => {
  const source = "/** Gets a {@linkcode Trackk}. */\nexport const misspeld = 1; // notte\n/**\n * Sends.\n *\n" +
    " * @param limitt How many.\n * @throws {TypeErrorr} When.\n * @example\n * ```ts\n * const y = exampel;\n * ```\n */\n";
  const prose = commentsOf(source);
  assertEquals(prose.split("\n").length, source.split("\n").length);
  assertEquals(wordsOf(prose).map(({ text, line }) => `${text}:${line}`), [
    "Gets:1",
    "Sends:4",
    "How:6",
    "many:6",
    "When:7",
  ]);
});

Deno.test("wordsOf() leaves out names with inner capitals or digits, and removes possessive endings", () => {
  const words = wordsOf("ServiceError's MP3 and the service's HTTP server isn't").map(({ text }) => text);
  assertEquals(words, ["and", "the", "service", "server", "isn't"]);
});

Deno.test("makeSpeller() knows British English, and the words of the project", async () => {
  const isRight = await makeSpeller();
  assertEquals(["licence", "colour", "Deno", "repost", "recieve", "tokken"].map(isRight), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

Deno.test("pagesToCheck() has every guide, README.md, CHANGELOG.md, llms.txt and the sources", async () => {
  const pages = await pagesToCheck();
  for (
    const path of [
      "README.md",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "docs/llms.txt",
      "docs/cli.md",
      "src/session/client.ts",
      "tests/session/client_test.ts",
    ]
  ) {
    assertEquals(pages.includes(path), true, path);
  }
});

const SPOKEN =
  "remarck:2 the:2 next:2 line:2 Cannot:4 gett:4 now:4 Missing:5 argumment:5 query:5 Nam:5 Runn:6 again:6 " +
  "rejjects:7 tonearm:8 longg:8 name:8 keepps:9 entry:9";

Deno.test("spokenIn() reads only comments, error messages and test names", () => {
  const source = [
    'import { assert } from "a modul of this";',
    "// A remarck on the next line.",
    "// deno-lint-ignore no-explicit-any -- tooll",
    "throw new ServiceError(404, `Cannot gett ${name(`quotte x`)} now`, { cause: 'a causse here' });",
    'usage("Missing argumment: query", "Nam it");',
    'throw new Failure("usage", message, { hint: "Runn it again" });',
    'Deno.test("getTrack() rejjects an id", () => { const text = "plain texxt here"; assert(text, "whyy not"); });',
    'Deno.test({ name: "tonearm: a longg name", fn() {} });',
    'Deno.test(inRedis("RedisCache keepps an entry", async () => {}));',
  ].join("\n");
  const spoken = spokenIn(source);
  assertEquals(spoken.split("\n").length, 9);
  assertEquals(wordsOf(spoken).map(({ text, line }) => `${text}:${line}`).join(" "), SPOKEN);
});

Deno.test("complaints() finds a misspelt error message and a forbidden phrase in a test name, with their lines", () => {
  const source =
    '/** Says it. */\nthrow new Error("Cannot reach the sevice");\nDeno.test("a() fits to the letter", () => {});\n';
  assertEquals(complaints("tests/a_test.ts", source, (word) => word !== "sevice"), [
    'tests/a_test.ts:2: "sevice" is in no dictionary (or add it to scripts/check/words/dictionary.txt)',
    'tests/a_test.ts:3: "to the letter": say it plainly (exactly)',
  ]);
});

Deno.test("FORBIDDEN names a replacement for every phrase, which isn't itself forbidden", () => {
  const plain = FORBIDDEN.map(([, plain]) => plain);
  assertEquals(plain.filter((text) => text === "" || FORBIDDEN.some(([phrase]) => phrase.test(text))), []);
});
