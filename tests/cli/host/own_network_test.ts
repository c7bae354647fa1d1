import { assertEquals } from "@std/assert";
import { insideOwnNetwork, intoOwnNetwork, withoutMark } from "../../../cli/host/own_network.ts";

const MARK = "TONEARM_OWN_NETWORK";

Deno.test("intoOwnNetwork() enters a network once, and insideOwnNetwork() gives a command its own user back", () => {
  assertEquals(intoOwnNetwork({ [MARK]: "7:8" }), undefined);
  assertEquals(insideOwnNetwork({ A: "b" }), undefined);
  assertEquals(insideOwnNetwork({ [MARK]: "0:0" }), []);
  assertEquals(insideOwnNetwork({ [MARK]: "7:8" }), ["unshare", "--user", "--map-user=7", "--map-group=8", "--"]);
  assertEquals(withoutMark({ A: "b", [MARK]: "7:8" }), { A: "b" });
});
