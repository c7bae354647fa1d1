import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { NAMESPACE_HEADER } from "../../sandbox/world/namespaces.ts";
import { caller } from "../support/api.ts";

/** Headers of requests that name no namespace. */
const UNNAMED: Readonly<Record<string, Record<string, string>>> = {
  "without a namespace": {},
  "with an empty namespace": { [NAMESPACE_HEADER]: "" },
};

for (const [what, headers] of Object.entries(UNNAMED)) {
  Deno.test(`exchange(): a request ${what} gets URLs of the main world`, async () => {
    using sandbox = createSandbox();
    const { body } = await caller(sandbox).get("/tracks/1001", headers);
    const hostOf = (field: unknown) => String(field).replace(/(\/tracks\/|\/_media\/).*/, "");
    assertEquals({ uri: hostOf(body.uri), waveform: hostOf(body.waveform_url) }, {
      uri: "https://api.sandbox.test",
      waveform: "https://media.sandbox.test",
    });
  });
}
