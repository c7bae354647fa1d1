import { assertEquals } from "@std/assert";
import { isNear, withoutFarProposal } from "../../cli/proposals.ts";

Deno.test("isNear() takes a third of the letters, and neighbours swapped, for a slip", () => {
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

Deno.test("withoutFarProposal() leaves out a far proposal, and any other message as it is", () => {
  const near = 'Unknown option "--lmit". Did you mean option "--limit"?';
  const other = 'Missing argument: query "x". Did you mean option "--y"?';
  assertEquals(
    [near, 'Unknown option "--plays-limt". Did you mean option "--strict"?', other].map(withoutFarProposal),
    [near, 'Unknown option "--plays-limt".', other],
  );
});
