import { assertEquals } from "@std/assert";
import { isNear, withoutFarProposal } from "../../cli/proposals.ts";

Deno.test("isNear() accepts a third of the letters wrong, and swapped neighbours", () => {
  const slips = [["--josn", "--json"], ["lst", "list"], ["--plays-limt", "--plays-limit"], [
    "serch",
    "search",
  ]] as const;
  assertEquals(slips.filter(([given, meant]) => !isNear(given, meant)), []);
  const others = [["--plays-limt", "--strict"], ["powershell", "bash"], ["-z", "-h"], ["ab", "xy"], [
    "",
    "-h",
  ]] as const;
  assertEquals(others.filter(([given, meant]) => isNear(given, meant)), []);
});

Deno.test("withoutFarProposal() removes a distant suggestion, and leaves other messages unchanged", () => {
  const near = 'Unknown option "--lmit". Did you mean option "--limit"?';
  const other = 'Missing argument: query "x". Did you mean option "--y"?';
  assertEquals(
    [near, 'Unknown option "--plays-limt". Did you mean option "--strict"?', other].map(withoutFarProposal),
    [near, 'Unknown option "--plays-limt".', other],
  );
});
