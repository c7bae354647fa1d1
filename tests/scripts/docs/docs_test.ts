import { assertEquals } from "@std/assert";
import { pages } from "../../../scripts/docs/docs.ts";
import { replay, withShell } from "../../../scripts/docs/sessions.ts";
import { drawRefresh, refreshSteps } from "../../../scripts/docs/refresh.ts";
import { drawTerminal, terminalPicture } from "../../../scripts/docs/terminal.ts";
import { without } from "../../support/programs.ts";

const DOCS = new URL("../../../docs/", import.meta.url);

for (const name of await pages()) {
  const page = await Deno.readTextFile(new URL(name, DOCS));
  if (!page.includes("```console\n")) continue;
  Deno.test({
    name: `docs/${name} shows what the command line prints today (\`deno task docs\` writes it)`,
    ignore: without("script", "sh"),
    async fn() {
      assertEquals(await withShell((shell) => replay(page, shell)), page);
    },
  });
}

Deno.test("replay() inserts a command's output below it, and leaves everything else unchanged", async () => {
  const page = "# A\n\n```console\n$ one\nold\nolder\n$ two\n```\n\n```sh\n$ three\n```\n";
  const shell = (line: string) => Promise.resolve(`new ${line}\n`);
  const replayed = "# A\n\n```console\n$ one\nnew one\n$ two\nnew two\n```\n\n```sh\n$ three\n```\n";
  assertEquals(await replay(page, shell), replayed);
  assertEquals(await replay(replayed, shell), replayed);
});

Deno.test({
  name: "docs/images/terminal.svg shows what the command line prints today (`deno task docs` draws it)",
  ignore: without("script", "sh"),
  async fn() {
    assertEquals(await Deno.readTextFile(new URL("images/terminal.svg", DOCS)), await withShell(terminalPicture));
  },
});

Deno.test("docs/images/refresh.svg shows one refresh for two calls, as it happens (`deno task docs` draws it)", async () => {
  const steps = await refreshSteps();
  assertEquals(steps.filter(({ text }) => text === "POST /oauth/token").length, 1);
  assertEquals(await Deno.readTextFile(new URL("images/refresh.svg", DOCS)), drawRefresh(steps));
});

Deno.test("drawTerminal() plays for 20 seconds, and stands still where motion is unwelcome", () => {
  const picture = drawTerminal(["\x1b[1m$ tonearm like 1\x1b[22m", "liked"]);
  assertEquals(picture.match(/animation:r\d+ 20s/g)?.length, 2);
  assertEquals(picture.split("@media(prefers-reduced-motion:no-preference)")[0]?.includes("animation"), false);
});

Deno.test("drawTerminal() draws styles as classes, and escapes markup", () => {
  const picture = drawTerminal(["a \x1b[1m<b>\x1b[22m & \x1b[38;5;28mok\x1b[39m."]);
  const [, row] = /<text [^>]*>(.*)<\/text>/.exec(picture) ?? [];
  assertEquals(
    row,
    '<tspan>a </tspan><tspan class="bold">&lt;b&gt;</tspan><tspan> &amp; </tspan><tspan class="green">ok</tspan><tspan>.</tspan>',
  );
});
