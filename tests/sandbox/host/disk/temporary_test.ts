import { assert, assertEquals } from "@std/assert";
import { existsSync, utimesSync } from "node:fs";
import { removeTemporary, temporaryFile, temporaryFolder } from "../../../../sandbox/host/disk/temporary.ts";

/** A little more than a day ago. */
const DAY_AGO = new Date(Date.now() - 86_500_000);

Deno.test("temporaryFolder() removes a killed process's files after a day, and keeps a live one's", async () => {
  const killed = new Deno.Command(Deno.execPath(), { args: ["eval", "setInterval(() => {}, 1000)"] }).spawn();
  const temporary = Deno.makeTempDirSync({ prefix: `tonearm-sandbox-${killed.pid}-` });
  const mine = Deno.makeTempDirSync({ prefix: `tonearm-sandbox-${Deno.pid}-` });
  const anotherProgram = Deno.makeTempDirSync({ prefix: "tonearm-sandboxes-1-" });
  try {
    utimesSync(temporary, DAY_AGO, DAY_AGO);
    utimesSync(mine, DAY_AGO, DAY_AGO);
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

Deno.test("temporaryFolder() keeps today's files of a process that it can't see, which may run in a container", () => {
  // No process has this id: it's above the highest of Linux.
  const unseen = Deno.makeTempDirSync({ prefix: "tonearm-sandbox-4194305-" });
  try {
    removeTemporary(temporaryFolder());
    assert(existsSync(unseen));
  } finally {
    Deno.removeSync(unseen);
  }
});

Deno.test("temporaryFile() is removed at the end of the process", async () => {
  const module = new URL("../../../../sandbox/host/disk/temporary.ts", import.meta.url).href;
  const code = `import { temporaryFile } from "${module}";
    const path = temporaryFile(); Deno.writeTextFileSync(path, ""); console.log(path);`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "-q", "--no-config", code],
    stderr: "null",
  }).output();
  const path = new TextDecoder().decode(stdout).trim();
  assertEquals(path.includes("tonearm-sandbox-"), true);
  assertEquals(existsSync(path), false);
  removeTemporary(temporaryFile());
});
