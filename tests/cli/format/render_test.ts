import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { checkTemplate, renderTemplate } from "../../../cli/format/render.ts";
import { Failure } from "../../../cli/errors.ts";
import { runInProcess } from "../../support/cli/test_host.ts";

const NOW = Date.parse("2026-03-01T00:00:00Z");

const TRACKS = [
  { id: 1, title: "One", user: { username: "ann" }, tags: ["a", "b"], created_at: "2026/02/27 00:00:00 +0000" },
  { id: 22, title: "Two\nlines", user: { username: "bob" }, tags: [], created_at: "2025/03/01 00:00:00 +0000" },
];

const render = (template: string, value: unknown = TRACKS) => {
  checkTemplate(template);
  return renderTemplate(template, value, NOW);
};

// The results of Go's text/template, except for the functions that gh adds.
for (
  const [template, expected] of [
    ["plain", "plain"],
    ["{{len .}}", "2"],
    ["{{range .}}{{.title}};{{end}}", "One;Two\nlines;"],
    ["{{range $i, $t := .}}{{$i}}={{$t.user.username}} {{end}}", "0=ann 1=bob "],
    ["{{range $t := .}}{{$t.id}},{{end}}", "1,22,"],
    ["{{range .}}{{if gt .id 1}}big{{else}}small{{end}} {{end}}", "small big "],
    ["{{range .}}{{if eq .id 5}}5{{else if eq .id 22}}22{{else}}-{{end}}{{end}}", "-22"],
    ["{{with index . 0}}{{.title}}{{end}}", "One"],
    ["{{with .nothing}}x{{else}}none{{end}}", "none"],
    ["{{with .nothing}}x{{else with $t := index . 1}}{{.id}}={{$t.id}}{{end}}", "22=22"],
    ["{{range .}}{{range .tags}}{{.}}{{else}}no tags{{end}}|{{end}}", "ab|no tags|"],
    ["a {{- /* gone */ -}} b", "ab"],
    ["[ {{- len . -}} ]", "[2]"],
    ['{{"}}"}}{{`raw "x"`}}{{"\\n"}}', '}}raw "x"\n'],
    ["{{$n := len .}}{{$n}} of {{$n}}", "2 of 2"],
    ['{{(index . 0).tags | join ", "}}', "a, b"],
    ['{{pluck "id" . | join "+"}}', "1+22"],
    ['{{printf "%-4s|%3d|%q|%%" "ab" 7 "c"}}', 'ab  |  7|"c"|%'],
    ["{{and true 0}} {{or 0 3}} {{not nil}} {{ne 1 2}}", "0 3 true true"],
    ["{{json (index . 0).tags}}", '["a","b"]'],
    ["{{(index . 0).title | truncate 2}}", "O…"],
    ["{{range .}}{{timeago .created_at}};{{end}}", "2 days ago;1 year ago;"],
    ["{{range .}}{{tablerow .id .title}}{{end}}", "1   One\n22  Two lines\n"],
    ["{{(index . 0).absent.deeper}}", ""],
    ['{{print "a" 1 nil true}}|{{print}}', "a1true|"],
    ['{{printf "%s %5s|%-3d|%v" "a" "b" 4 5}}', "a     b|4  |5"],
    ["{{eq 1 2 1}} {{eq 1 2}} {{eq 1}} {{ne 1 1}}", "true false false false"],
    ["{{lt 1 1}} {{le 1 1}} {{gt 1 1}} {{ge 1 1}}", "false true false true"],
    ["{{lt 9 10}} {{le 10 9}} {{gt 10 9}} {{ge 9 10}}", "true false true false"],
    ['{{lt "b" "a"}} {{lt "a" "b"}} {{lt "10" "9"}}', "false true true"],
    ["{{and 1 2}} {{or 0 false}} {{not 0}} {{not 1}}", "2 false true false"],
    ['{{len "four"}} {{len (index . 0)}} {{len nil}}', "4 5 0"],
    ['{{index . 1 "user" "username"}}', "bob"],
    ['{{upper "aé"}} {{lower "AÉ"}}', "AÉ aé"],
    ['{{join "," 1}}|{{pluck "id" 1 | len}}', "|0"],
    ["{{(index . 0).user}} {{(index . 0).tags}}", '{"username":"ann"} ["a","b"]'],
    ['{{if ""}}1{{end}}{{if 0}}2{{end}}{{if nil}}3{{end}}{{if "x"}}4{{end}}{{if 1}}5{{end}}', "45"],
    ["{{not $.0.tags}} {{not $.1.tags}} {{not $.0.user}}", "false true false"],
    ['{{lt 9 "10"}} {{lt "9" 10}} {{gt "b" 1}}', "false false true"],
    ["{{len (index . 0).tags}} {{len true}}", "2 0"],
    ["{{print (index . 0).user.username (index . 1).id}} {{with (index . 1).user}}{{.username}}{{end}}", "ann22 bob"],
    ['{{printf "%5s|%-5s|%s" "ab" "cd"}}', "   ab|cd   |"],
    ['{{printf "%d:%02d %.1f %6.2f|%.2s" 3 7 1.26 2.0 "abc"}}', "3:07 1.3   2.00|ab"],
    ["{{$n := 0}}{{range .}}{{$n = .id}}{{$m := 5}}{{$n := 9}}{{end}}{{$n}}", "22"],
    ['{{$s := ""}}{{range .}}{{$s}}{{.id}}{{$s = ","}}{{end}}{{print "\t"}}', "1,22\t"],
    ["{{if $.1.tags}}some{{else}}none{{end}} {{if $.1.user}}one{{end}}", "none one"],
  ] as const
) {
  Deno.test(`tonearm --template ${JSON.stringify(template)}`, () => {
    assertEquals(render(template), expected);
  });
}

for (
  const [template, message] of [
    ["{{.title", /not closed/],
    ["{{if .x}}a", /\{\{if\}\} has no \{\{end\}\}/],
    ["{{range .x}}a{{else}}b", /\{\{range\}\} has no \{\{end\}\}/],
    ["{{with .x}}a{{else}}b{{else}}c{{end}}", /\{\{with\}\} has no \{\{end\}\}/],
    ["a{{end}}", /has no matching block/],
    ["{{.a | .b}}", /must lead to a function/],
    ["{{(len .}}", /parenthesis/],
    ["{{shout .x}}", /unknown function shout/],
    ["{{(shout .x).y}}", /unknown function shout/],
    ["{{.a ,}}", /is invalid/],
    ['{{print "\\x41"}}', /is invalid: "\\x41"/],
  ] as const
) {
  Deno.test(`tonearm --template ${template} is rejected before any request`, async () => {
    assertMatch(assertThrows(() => checkTemplate(template), Failure).message, message);
    const outcome = await runInProcess(["user", "1", "--template", template], { env: ENV, fetch: rejectRequest });
    assertEquals([outcome.code, JSON.parse(outcome.stderr).error.code], [2, "usage"]);
  });
}

const ENV = { TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" };
const rejectRequest = () => Promise.reject(new Error("a request was made"));
