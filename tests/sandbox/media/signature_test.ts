import { assert, assertEquals } from "@std/assert";
import "../../../sandbox/node.ts";
import { OPERATION_TABLE } from "../../../sandbox/contract/operations.ts";
import { isSigned, sign } from "../../../sandbox/media/signature.ts";
import { SandboxClock } from "../../../sandbox/base/clock.ts";

const SIGNATURE_QUERY = OPERATION_TABLE["GET /_media/download/{file}"]?.also?.split(" ") ?? [];
const NOON = Date.parse("2026-10-01T12:00:00Z");

function signer(now = NOON, seed = 42) {
  const clock = new SandboxClock();
  clock.freeze(now);
  return { seed, clock };
}

/** A path whose policy needs each letter that base64 and URLs write differently, and its query. */
const PATH = "/_media/streams/~~~???>>>/1";
const QUERY = sign(signer(), PATH, 300);

Deno.test("sign() gives a query for every URL below a path, in letters that a URL may have", () => {
  const query = new URLSearchParams(QUERY);
  assertEquals([...query.keys()], [...SIGNATURE_QUERY]);
  assertEquals(query.get("expires"), String(NOON / 1000 + 300));
  assertEquals(query.get("Key-Pair-Id"), "KSANDBOX0MEDIA");
  for (const name of ["Policy", "Signature"]) assert(/^[\w~-]+$/.test(query.get(name)!), query.get(name)!);
  for (const below of ["", "/playlist.m3u8", "0"]) assert(isSigned(signer(), PATH + below, query), below);
});

Deno.test("isSigned() accepts a signature until it expires, not at that moment", () => {
  const query = new URLSearchParams(QUERY);
  const states = [NOON, NOON + 299_999, NOON + 300_000].map((now) => isSigned(signer(now), PATH, query));
  assertEquals(states, [true, true, false]);
});

Deno.test("isSigned() refuses another path, another world's signature, and each changed or missing parameter", () => {
  const query = new URLSearchParams(QUERY);
  for (const path of [PATH.slice(0, -1), `/other${PATH}`]) assertEquals(isSigned(signer(), path, query), false, path);
  assertEquals(isSigned(signer(NOON, 43), PATH, query), false);
  for (const name of SIGNATURE_QUERY) {
    for (const change of [(value: string) => `${value}0`, () => ""]) {
      const changed = new URLSearchParams(QUERY);
      changed.set(name, change(query.get(name)!));
      assertEquals(isSigned(signer(), PATH, changed), false, `${name}=${changed.get(name)}`);
    }
    const lacking = new URLSearchParams(QUERY);
    lacking.delete(name);
    assertEquals(isSigned(signer(), PATH, lacking), false, `without ${name}`);
  }
});
