import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { REPOSITORY } from "../../../../scripts/project.ts";
import { plainProse, sitePage, tabs } from "../../../../scripts/docs/site/markdown.ts";

/** What a file of the repository becomes, without what stands before its text. */
function bodyOf(path: string, text: string): string {
  return sitePage(path, text).replace(/^---\n[^]*?\n---\n\n/, "");
}

Deno.test("sitePage() says where its file can be edited", () => {
  assertEquals(
    sitePage("docs/paging.md", "Text.\n"),
    `---\nedit: ${REPOSITORY}/edit/main/docs/paging.md\n---\n\nText.\n`,
  );
});

for (
  const [target, expected] of [
    ["errors.md", "/errors"],
    ["errors.md#codes", "/errors#codes"],
    ["index.md", "/"],
    ["../README.md", "/"],
    ["../README.md#install", "/#install"],
    ["../CHANGELOG.md", "/changelog"],
    ["../CONTRIBUTING.md", "/contributing"],
    ["images/queue.png", "/images/queue.png"],
    ["../examples/web/main.ts", `${REPOSITORY}/blob/main/examples/web/main.ts`],
    ["../SECURITY.md", `${REPOSITORY}/blob/main/SECURITY.md`],
    ["#here", "#here"],
    ["https://example.com/a.md", "https://example.com/a.md"],
    ["mailto:a@example.com", "mailto:a@example.com"],
  ] as const
) {
  Deno.test(`sitePage() links ${target} of docs/ to ${expected}`, () => {
    assertEquals(bodyOf("docs/paging.md", `See [it](${target}).\n`), `See [it](${expected}).\n`);
  });
}

Deno.test("sitePage() links from the folder that a file is in", () => {
  assertEquals(bodyOf("README.md", "[errors](docs/errors.md)\n"), "[errors](/errors)\n");
});

Deno.test("sitePage() leaves blocks of code as they are", () => {
  const code = "```md\n[it](errors.md) <b> {{ x }}\n```\n";
  assertEquals(bodyOf("docs/paging.md", `<b>\n\n${code}\n[it](errors.md)\n`), `&lt;b>\n\n${code}\n[it](/errors)\n`);
});

Deno.test("sitePage() leaves out badges, which are pictures of other hosts", () => {
  const badge = "[![JSR](https://jsr.io/badges/x)](https://jsr.io/x)\n";
  assertEquals(bodyOf("README.md", `# Name\n\n${badge}${badge}\nText.\n`), "# Name\n\n\nText.\n");
});

Deno.test("sitePage() shows the picture of the reader's colour scheme", () => {
  const source = '<source media="(prefers-color-scheme: dark)" srcset="docs/images/dark.png">';
  const whole = `<picture>\n  ${source}\n  <img alt="The queue" src="docs/images/light.png" width="9">\n</picture>\n`;
  assertEquals(
    bodyOf("README.md", whole),
    "![The queue](/images/light.png){.only-light}\n![The queue](/images/dark.png){.only-dark}\n",
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
