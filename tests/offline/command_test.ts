import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Command, ValidationError } from "@cliffy/command";

/** Parses with a fresh command that has an option of every kind. */
async function parse(...args: string[]): Promise<Record<string, unknown>> {
  // deno-lint-ignore no-explicit-any -- the type of Cliffy's builder grows with every option
  const command: Command<any> = new Command().throwErrors().helpOption(false);
  command.option("-l, --limit <count:integer>", "an integer")
    .option("--wait <seconds:number>", "a number")
    .option("--dry-run", "a switch")
    .option("--no-color", "a negative switch")
    .option("--json [fields:string]", "an optional value")
    .option("--field <text:string>", "several values", { collect: true });
  return { ...(await command.parse(args)).options };
}

async function complaint(...args: string[]): Promise<string> {
  return (await assertRejects(() => parse(...args), ValidationError)).message;
}

Deno.test("a command reads typed values", async () => {
  assertEquals(await parse("--limit=5", "--wait=0.5", "--dry-run"), { limit: 5, wait: 0.5, dryRun: true, color: true });
  assertEquals(await parse("-l", "7"), { limit: 7, color: true });
});

Deno.test("a negative switch is true until it is given", async () => {
  assertEquals(await parse(), { color: true });
  assertEquals(await parse("--no-color"), { color: false });
});

Deno.test("an optional value may be left out", async () => {
  assertEquals((await parse("--json", "--dry-run")).json, true);
  assertEquals((await parse("--json=id,title")).json, "id,title");
});

Deno.test("an option that collects keeps every value, whatever is in it", async () => {
  assertEquals((await parse("--field=a=1", "--field=b c", "--field=--limit")).field, ["a=1", "b c", "--limit"]);
});

Deno.test("a wrong command line is a ValidationError that names the option", async () => {
  assertStringIncludes(await complaint("--lmit=5"), 'Unknown option "--lmit".');
  assertStringIncludes(await complaint("--limit"), 'Missing value for option "--limit".');
  assertStringIncludes(await complaint("--limit=many"), 'Option "--limit" must be of type "integer", but got "many".');
  assertStringIncludes(await complaint("--wait=long"), 'Option "--wait" must be of type "number", but got "long".');
  assertStringIncludes(await complaint("--dry-run", "--dry-run"), 'Option "--dry-run" can only occur once');
  assertStringIncludes(await complaint("--limit=1", "--limit=2"), 'Option "--limit" can only occur once');
  assertStringIncludes(await complaint("word"), "No arguments allowed");
});

Deno.test("--help is taken unless it is switched off", async () => {
  // deno-lint-ignore no-explicit-any -- the type of Cliffy's builder grows with every option
  const command: Command<any> = new Command().throwErrors();
  command.option("--help", "one of our own");
  const error = await assertRejects(() => command.parse([]), Error);
  assertStringIncludes(error.message, "already registered");
});
