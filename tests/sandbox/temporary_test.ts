import { assert, assertEquals } from "@std/assert";
import { existsSync } from "node:fs";
import { removeTemporary, temporaryFile, temporaryFolder } from "../../sandbox/store/temporary.ts";

Deno.test("temporaryFolder() removes the files of a killed process, and keeps those of a live one", async () => {
  const killed = new Deno.Command(Deno.execPath(), { args: ["eval", "setInterval(() => {}, 1000)"] }).spawn();
  const temporary = Deno.makeTempDirSync({ prefix: `tonearm-sandbox-${killed.pid}-` });
  const mine = Deno.makeTempDirSync({ prefix: `tonearm-sandbox-${Deno.pid}-` });
  const anotherProgram = Deno.makeTempDirSync({ prefix: "tonearm-sandboxes-1-" });
  try {
    removeTemporary(temporaryFolder());
    assert(existsSync(temporary), "its process lives");
    killed.kill("SIGKILL");
    await killed.status;
    const folder = temporaryFolder();
    assertEquals([temporary, mine, anotherProgram, folder].map(existsSync), [false, true, true, true]);
    removeTemporary(folder);
    assertEquals(existsSync(folder), false);
  } finally {
    for (const path of [mine, anotherProgram]) Deno.removeSync(path);
  }
});

Deno.test("temporaryFile() is removed at the end of the process", async () => {
  const module = new URL("../../sandbox/store/temporary.ts", import.meta.url).href;
  const code = `import { temporaryFile } from "${module}";
    const path = temporaryFile(); Deno.writeTextFileSync(path, ""); console.log(path);`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "-q", "--no-config", code],
    stderr: "null",
  }).output();
  const path = new TextDecoder().decode(stdout).trim();
  assertEquals({ includes: path.includes("tonearm-sandbox-"), existsSync: existsSync(path) }, {
    includes: true,
    existsSync: false,
  });
  removeTemporary(temporaryFile());
});
