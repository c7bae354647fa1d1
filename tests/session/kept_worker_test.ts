import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { bundleFile } from "../../scripts/lab/bench/library/bundle.ts";
import { fromNpm, ran, withoutPackages } from "../support/programs.ts";

const TOOLBOX = await fromNpm("miniflare");
const HERE = fileURLToPath(new URL("./", import.meta.url));

Deno.test({
  name: "ServiceClient: one made at the module scope of a Worker serves 1,000 requests, two equal GETs at once",
  ignore: withoutPackages(TOOLBOX),
  async fn() {
    using worker = bundleFile('export { worker as default } from "./tests/session/kept_worker.ts"', {
      alias: { "@tonearm/client": "./mod.ts" },
      platform: "browser",
    });
    const args = [`${HERE}kept_worker.mjs`, `${TOOLBOX}`, worker.path];
    const { code, stdout, output } = await ran("node", args);
    assertEquals(code, 0, output);
    assertEquals(JSON.parse(stdout), {
      joined: "1,1",
      first: 1,
      expired: "Cannot GET /tracks/99: timeout",
      answers: { 1: 1000 },
    });
  },
});
