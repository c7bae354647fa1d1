import { assertEquals } from "@std/assert";
import { isNewer } from "../../../cli/upgrade/newer.ts";

/** Versions from the oldest to the newest. */
const ORDER = "0.9.9 1.0.0-beta 1.0.0-rc.2 1.0.0-rc.10 1.0.0-rc.10-x 1.0.0 1.2.0 1.10.0 2.0.0-a".split(" ");

for (const [index, version] of ORDER.entries()) {
  Deno.test(`isNewer() finds ${version} newer than those before it, and than no other`, () => {
    assertEquals(ORDER.filter((other) => isNewer(version, other)), ORDER.slice(0, index));
  });
}
