import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ServiceError } from "../../src/errors.ts";
import { readCallback } from "../../src/oauth/callback.ts";

Deno.test("readCallback() returns any code for any matching state", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1 });
  fc.assert(fc.property(text, text, (code, state) => {
    assertEquals(readCallback(`http://127.0.0.1/?${new URLSearchParams({ code, state })}`, state), code);
  }));
});

Deno.test("readCallback() accepts only the expected state", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(fc.property(text, text.filter(Boolean), (sent, state) => {
    fc.pre(sent !== state);
    const error = assertThrows(() => readCallback(`?${new URLSearchParams({ code: "1", state: sent })}`, state));
    return ServiceError.is(error) && error.code === "state_mismatch";
  }));
});
