import { assert, assertEquals, assertObjectMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ServiceError } from "../../src/errors.ts";
import { readCallback } from "../../src/oauth/callback.ts";

const STATE = "JeZ4CVP-mB92K27uhb";

function refusal(url: string | URL): ServiceError {
  const error = assertThrows(() => readCallback(url, STATE));
  assert(ServiceError.is(error));
  return error;
}

for (
  const url of [
    `http://127.0.0.1:8080/callback?code=1-2-3&state=${STATE}`,
    `http://127.0.0.1:8080/callback/?state=${STATE}&code=1-2-3#_=_`,
    `myapp://callback?code=1-2-3&state=${STATE}`,
    `https://secure.soundcloud.com/localhost:8080/callback?code=1-2-3&state=${STATE}`,
    `  http://127.0.0.1:8080/callback?code=1-2-3&state=${STATE}\n`,
    `/callback?code=1-2-3&state=${STATE}`,
    `?code=1-2-3&state=${STATE}`,
    `code=1-2-3&state=${STATE}`,
    new URL(`http://127.0.0.1/?code=1-2-3&state=${STATE}`),
  ]
) {
  Deno.test(`readCallback() reads the code from ${JSON.stringify(url)}`, () => {
    assertEquals(readCallback(url, STATE), "1-2-3");
  });
}

for (
  const [what, query] of [
    ["another state", "state=JeZ4CVP-mB92K27uhB"],
    ["the state's beginning", "state=JeZ4CVP"],
    ["the state and more", `state=${STATE}x`],
    ["an empty state", "state="],
    ["no state", ""],
    ["the state twice", `state=${STATE}&state=${STATE}`],
    ["two states", `state=${STATE}&state=evil`],
    ["the state in another case", `state=${STATE.toLowerCase()}`],
  ] as const
) {
  Deno.test(`readCallback() rejects ${what}`, () => {
    const error = refusal(`http://127.0.0.1/?code=1-2-3&${query}`);
    assertEquals({ status: error.status, code: error.code }, { status: 0, code: "state_mismatch" });
    assertEquals(error.message.includes(STATE) || error.message.includes("1-2-3"), false);
  });
}

Deno.test("readCallback() reports that the user denied access", () => {
  const error = refusal(`http://127.0.0.1/?error=access_denied&error_description=The+user+said+no&state=${STATE}`);
  assertEquals(error.code, "callback");
  assertEquals(error.errorCode, "access_denied");
  assertEquals(error.message, "Cannot sign in: The user said no");
  assertEquals(error.isPermanentAuthError, false);
});

Deno.test("readCallback() reports an unknown error code of the host", () => {
  const error = refusal(`http://127.0.0.1/?error=invalid_request&state=${STATE}`);
  assertObjectMatch(error, { errorCode: "invalid_request", message: "Cannot sign in: invalid_request" });
});

Deno.test("readCallback() throws when the callback has both an error and a code", () => {
  assertEquals(refusal(`http://127.0.0.1/?error=server_error&code=1&state=${STATE}`).errorCode, "server_error");
});

for (const query of ["", "code=", "code=1&code=2", "Code=1"]) {
  Deno.test(`readCallback() finds no code in ${JSON.stringify(query)}`, () => {
    const error = refusal(`http://127.0.0.1/?state=${STATE}&${query}`);
    assertObjectMatch(error, { code: "callback", message: "Cannot sign in: the code is missing" });
  });
}

Deno.test("readCallback() requires the state of the request", () => {
  assertThrows(() => readCallback("http://127.0.0.1/?code=1&state=", ""), TypeError, "state is missing");
});

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
