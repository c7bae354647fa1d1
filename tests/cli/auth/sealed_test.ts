import { assert, assertEquals } from "@std/assert";
import { isSealed, newSeal, open, seal } from "../../../cli/auth/sealed.ts";

const PROFILE = {
  ...{ clientId: "app", clientSecret: "s3cret", apiUrl: "https://api.example" },
  token: { accessToken: "acc3ss", refreshToken: "r3fresh", kind: "user" },
} as never;

Deno.test("seal() hides each secret of a profile, and open() gives back the profile with the same key alone", () => {
  const own = newSeal();
  const file = seal(PROFILE, own);
  assert(!/s3cret|acc3ss|r3fresh/.test(JSON.stringify(file)) && isSealed(JSON.parse(JSON.stringify(file))));
  assertEquals(open(file, own.key), PROFILE);
  assert(seal(PROFILE, own).sealed !== file.sealed, "each has a vector of its own");
  assertEquals(open(file, newSeal().key), undefined);
  for (const change of [{ apiUrl: "https://evil.example" }, { authUrl: "https://evil.example" }, { clientId: "b" }]) {
    assertEquals(open({ ...file, ...change }, own.key), undefined, JSON.stringify(change));
  }
  assertEquals(
    [null, {}, { sealed: "x" }, { sealed: 1, keychain: "a" }, { sealed: "x", keychain: "../a" }].filter(isSealed),
    [],
  );
});
