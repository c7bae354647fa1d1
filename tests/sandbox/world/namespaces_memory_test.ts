import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../../scripts/deno.ts";

const PROBE = fileURLToPath(new URL("./namespaces_probe.ts", import.meta.url));

// A process of its own: the memory of a process of tests includes that of the tests beside it.
Deno.test("sandbox namespaces: 400 namespaces that are only read take less than 100 kB each", async () => {
  const options = ["run", "-q", "--no-check", "--no-lock", "--config", await chooseConfig(), "-P=test"];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args: [...options, PROBE] }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  const each = Number(new TextDecoder().decode(stdout));
  assert(each < 100_000, `${each} bytes`);
});
