import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { REPOSITORY } from "../../../../scripts/project.ts";
import { plainProse, sitePage, tabs } from "../../../../scripts/docs/site/markdown.ts";

/** What a file of the repository becomes, without what stands before its text. */
function bodyOf(path: string, text: string): string {
  return sitePage(path, text).replace(/^---\n[^]*?\n---\n\n/, "");
}

Deno.test("sitePage() says where its file can be edited", () => {
  assertEquals(
    sitePage("docs/guides/paging.md", "Text.\n"),
    `---\nedit: ${REPOSITORY}/edit/main/docs/guides/paging.md\n---\n\nText.\n`,
  );
});

for (
  const [target, expected] of [
    ["errors.md", "/guides/errors"],
    ["../terms.md", "/terms"],
    ["errors.md#codes", "/guides/errors#codes"],
    ["../index.md", "/"],
    ["../index.md#compared", "/#compared"],
    ["../../README.md", `${REPOSITORY}/blob/main/README.md`],
    ["../../CHANGELOG.md", "/changelog"],
    ["../../CONTRIBUTING.md", "/contributing"],
    ["../images/queue.png", "/images/queue.png"],
    ["../../examples/sign_in_hono.ts", "/examples/sign_in_hono"],
    ["../../examples/next", "/examples/next"],
    ["../../examples/web/main.ts", `${REPOSITORY}/blob/main/examples/web/main.ts`],
    ["../../SECURITY.md", `${REPOSITORY}/blob/main/SECURITY.md`],
    ["#here", "#here"],
    ["https://example.com/a.md", "https://example.com/a.md"],
    ["mailto:a@example.com", "mailto:a@example.com"],
  ] as const
) {
  Deno.test(`sitePage() links ${target} of docs/guides/ to ${expected}`, () => {
    assertEquals(bodyOf("docs/guides/paging.md", `See [it](${target}).\n`), `See [it](${expected}).\n`);
  });
}

Deno.test("sitePage() describes a page by its first sentence", () => {
  const page = sitePage("docs/guides/paging.md", "# Paging\n\nLists come in [pages](a.md). More.\n");
  assertStringIncludes(page, '\ndescription: "Lists come in pages."\n---\n');
});

Deno.test("sitePage() keeps the settings of a page", () => {
  const edit = `${REPOSITORY}/edit/main/docs/index.md`;
  assertEquals(
    sitePage("docs/index.md", "---\nlayout: home\n---\n\nText.\n"),
    `---\nedit: ${edit}\nlayout: home\n---\n\nText.\n`,
  );
});

Deno.test("sitePage() links from the folder that a file is in", () => {
  assertEquals(bodyOf("CONTRIBUTING.md", "[errors](docs/guides/errors.md)\n"), "[errors](/guides/errors)\n");
});

Deno.test("sitePage() leaves blocks of code as they are", () => {
  const code = "```md\n[it](errors.md) <b> {{ x }}\n```\n";
  assertEquals(
    bodyOf("docs/guides/paging.md", `<b>\n\n${code}\n[it](errors.md)\n`),
    `&lt;b>\n\n${code}\n[it](/guides/errors)\n`,
  );
});

const DENO = "**`Deno`**\n\n```ts\ndeno();\n```";
const NODE = "**Node**\n\n```js\nnode();\n```";
const OUTPUT = "```text\n1\n```";

Deno.test("tabs() makes tabs of blocks of code that follow one another", () => {
  assertEquals(
    tabs(`Before.\n\n${DENO}\n\n${NODE}\n\nAfter.\n`),
    "Before.\n\n::: code-group\n\n```ts [Deno]\ndeno();\n```\n\n```js [Node]\nnode();\n```\n\n:::\n\nAfter.\n",
  );
});

Deno.test("tabs() shows once, below them, what all of them print", () => {
  const text = tabs(`${DENO}\n\n${OUTPUT}\n\n${NODE}\n\n${OUTPUT}\n`);
  assertStringIncludes(text, `node();\n\`\`\`\n\n:::\n\n${OUTPUT}\n`);
  assertEquals(text.split(OUTPUT).length, 2);
});

Deno.test("tabs() rejects programs that print different things", () => {
  const text = `${DENO}\n\n${OUTPUT}\n\n${NODE}\n\n${OUTPUT.replace("1", "2")}\n`;
  assertThrows(() => tabs(text), Error, "programs print different things");
});

Deno.test("tabs() leaves one block alone as it is", () => {
  assertEquals(tabs(`${DENO}\n`), `${DENO}\n`);
});

Deno.test("plainProse() shows markup and templates as they are, but links and comments", () => {
  assertEquals(
    plainProse("A <b> {{ x }} `Map<string>` `{{ y }}` <https://example.com> <!-- c -->"),
    "A &lt;b> &#123;&#123; x }} `Map<string>` `{{ y }}` <https://example.com> <!-- c -->",
  );
});
