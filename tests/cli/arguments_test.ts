import { assertEquals, assertThrows } from "@std/assert";
import { refuseUnknown, scan, spelled } from "../../cli/arguments.ts";
import { flag, integer, type Options, several, text } from "../../cli/command.ts";
import { Failure } from "../../cli/errors.ts";
import { nearest } from "../../cli/suggest.ts";

const OPTIONS: Options = {
  limit: integer("how many", "count", { short: "n", min: 1 }),
  all: flag("all", { short: "a" }),
  quiet: flag("quiet", { short: "q" }),
  dryRun: flag("dry"),
  field: several("fields", "name=value", { short: "f" }),
  title: text("title", "title"),
  json: { summary: "json", value: "fields", optional: true, read: (value) => value },
};

function sorted(...argv: string[]) {
  const { flags, words, unknown } = scan(argv, OPTIONS);
  return { flags: [...flags], words: words.map(({ text }) => text), unknown: [...unknown] };
}

Deno.test("scan() tells options from words wherever they stand", () => {
  const flags = ["--limit=5", "--all"];
  for (
    const line of [
      "--limit 5 --all a b",
      "a --limit 5 b --all",
      "a b --limit=5 -a",
      "-n 5 a -a b",
      "-n5 a b -a",
      "-n=5 -a a b",
    ]
  ) {
    assertEquals(sorted(...line.split(" ")), { flags, words: ["a", "b"], unknown: [] }, line);
  }
});

Deno.test("scan() takes switches together, the last one with its value", () => {
  assertEquals(sorted("-aq").flags, ["--all", "--quiet"]);
  assertEquals(sorted("-aqn7").flags, ["--all", "--quiet", "--limit=7"]);
  assertEquals(sorted("-aqn", "7").flags, ["--all", "--quiet", "--limit=7"]);
});

Deno.test("scan() takes no word for the value of an option whose value may be left out", () => {
  assertEquals(sorted("--json", "lofi"), { flags: ["--json"], words: ["lofi"], unknown: [] });
  assertEquals(sorted("--json=id,title", "lofi"), { flags: ["--json=id,title"], words: ["lofi"], unknown: [] });
});

Deno.test("scan() keeps the last of an option, and all of one that may be repeated", () => {
  assertEquals(sorted("--limit", "1", "--limit", "2").flags, ["--limit=2"]);
  assertEquals(sorted("-f", "a=1", "-fb=2", "--field=a=1").flags, ["--field=a=1", "--field=b=2", "--field=a=1"]);
});

Deno.test("scan() takes negative numbers, a lone dash and an empty text as values", () => {
  assertEquals(sorted("--limit", "-5").flags, ["--limit=-5"]);
  assertEquals(sorted("--title", "-").flags, ["--title=-"]);
  assertEquals(sorted("--title=").flags, ["--title="]);
  assertEquals(sorted("--title", "").flags, ["--title="]);
});

Deno.test("scan() passes everything after -- on as words", () => {
  assertEquals(sorted("-a", "--", "--limit", "--", "-x"), {
    flags: ["--all"],
    words: ["--limit", "--", "-x"],
    unknown: [],
  });
});

Deno.test("scan() never takes an unknown option for a word", () => {
  assertEquals(sorted("a", "--lmit", "5", "-z", "--dry-run"), {
    flags: ["--dry-run"],
    words: ["a", "5"],
    unknown: ["--lmit", "-z"],
  });
  assertEquals(sorted("--lmit=5").unknown, ["--lmit"]);
  assertEquals(sorted("-az").unknown, ["-z"]);
});

Deno.test("scan() marks the word after an unknown option as doubtful, and no other", () => {
  const { words } = scan(["--lmit", "5", "search", "--", "--x"], OPTIONS);
  assertEquals(words.map(({ text, doubtful, index }) => [text, doubtful, index]), [
    ["5", true, 1],
    ["search", false, 2],
    ["--x", false, 4],
  ]);
});

Deno.test("scan() refuses a missing value and a value for a switch", () => {
  for (const argv of [["--limit"], ["--limit", "--all"], ["-n"], ["--all=1"], ["--title", "-x"]]) {
    assertEquals(assertThrows(() => scan(argv, OPTIONS), Failure).kind, "usage", argv.join(" "));
  }
});

Deno.test("refuseUnknown() names what was probably meant", () => {
  const failure = assertThrows(() => refuseUnknown(["--lmit"], OPTIONS, "tonearm search"), Failure);
  assertEquals([failure.message, failure.hint], ["Unknown option --lmit", "Did you mean --limit?"]);
  const strange = assertThrows(() => refuseUnknown(["--zzzzzz"], OPTIONS, "tonearm search"), Failure);
  assertEquals(strange.hint?.includes("tonearm search --help"), true);
  refuseUnknown([], OPTIONS, "tonearm search");
});

Deno.test("spelled() writes names as the command line has them", () => {
  assertEquals(["all", "dryRun", "noInput"].map(spelled), ["--all", "--dry-run", "--no-input"]);
});

Deno.test("nearest() forgives slips of the fingers, not other words", () => {
  const commands = ["search", "stream", "track", "me", "likes", "like"];
  assertEquals(nearest("serch", commands), "search");
  assertEquals(nearest("saerch", commands), "search");
  assertEquals(nearest("SEARCH", commands), "search");
  assertEquals(nearest("liek", commands), "like");
  assertEquals(nearest("tracks", commands), "track");
  assertEquals(nearest("playlist", commands), undefined);
  assertEquals(nearest("", commands), undefined);
});
