import { assertEquals, assertStringIncludes } from "@std/assert";
import { leaveOut } from "../../../support/programs.ts";
import { execInSandbox, hasNetworks, URL_OF_TRACK } from "./exec_in_sandbox.ts";

Deno.test({
  name: "tonearm sandbox exec: in its own network, names and addresses outside are out of reach, and end with 1",
  ignore: !hasNetworks && leaveOut(["network namespaces"]),
  async fn() {
    const reading = `curl -s -H "Authorization: OAuth $TONEARM_TOKEN" ${URL_OF_TRACK} > /dev/null`;
    for (
      const [other, told] of [
        ["curl -s -m 3 https://example.com/", "tried to reach example.com"],
        ["curl -s -m 3 http://93.184.216.34/", "tried to reach an address outside"],
        ["curl -s -m 3 --resolve example.com:443:10.0.0.1 https://example.com/", "tried to reach an address outside"],
      ]
    ) {
      const { code, stderr } = await execInSandbox([], ["sh", "-c", `${reading}; ${other}; true`]);
      assertEquals(code, 1, stderr);
      assertStringIncludes(stderr, told ?? "");
    }
  },
});
