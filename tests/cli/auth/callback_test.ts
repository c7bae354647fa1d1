import { assertEquals } from "@std/assert";
import { queryOf, readAnswer } from "../../../cli/auth/callback.ts";

Deno.test("readAnswer() accepts only a code or an error of this login", () => {
  assertEquals(readAnswer("?code=c&state=s", "s"), { code: "c" });
  assertEquals(readAnswer("error=access_denied&error_description=No&state=s", "s"), {
    error: "access_denied",
    description: "No",
  });
  for (
    const stray of ["", "code=c", "code=c&state=", "code=c&state=S", "code=c&state=ss", "state=s", "code=&state=s"]
  ) {
    assertEquals(readAnswer(stray, "s"), undefined, stray);
  }
});

Deno.test("readAnswer() rejects a repeated state or code", () => {
  assertEquals(readAnswer("code=c&state=s&state=s", "s"), undefined);
  assertEquals(readAnswer("code=c&code=d&state=s", "s"), undefined);
});

Deno.test("queryOf() finds the query in any pasted text", () => {
  for (
    const pasted of [
      "http://127.0.0.1:8765/callback?code=c&state=s",
      "  https://secure.soundcloud.com/127.0.0.1/callback?code=c&state=s#a\nb\n",
      "?code=c&state=s",
      "code=c&state=s",
    ]
  ) assertEquals(queryOf(pasted), "code=c&state=s");
});
