import { assertEquals } from "@std/assert";
import { isNamespaceName, markOf, namespaceOf, unmarked } from "../../../sandbox/base/namespace_name.ts";

Deno.test("isNamespaceName() takes 64 letters, digits, dots and dashes, of which the first is a letter or a digit", () => {
  const good = ["a", "0", "A.b_c-d", "a".repeat(64)];
  assertEquals(
    ["", "-a", ".a", "a/b", "ä", "a b", "a".repeat(65), 1, undefined, ...good].filter(isNamespaceName),
    good,
  );
});

Deno.test("namespaceOf() reads what markOf() has put at the end of a credential, and unmarked() takes it off", () => {
  for (const name of ["a", "ab", "abc", "one.two-3_4"]) {
    const token = `t0ken${markOf(name)}`;
    assertEquals([token, token.replace("~", "%7e")].map(namespaceOf), [name, name]);
    assertEquals([token, "t0ken"].map((one) => unmarked(one, markOf(name))), ["t0ken", "t0ken"]);
  }
  assertEquals(unmarked("t0ken", markOf("")), "t0ken");
  assertEquals(["t0ken", "t0ken~", "t~!", "t~LWE", "t~a"].map(namespaceOf), Array(5).fill(undefined));
});
