import { assertEquals } from "@std/assert";
import { pathToFileURL } from "node:url";
import { ran, without } from "../support/programs.ts";
import { temporaryFolder } from "../support/folder.ts";

const SCRIPT = new URL("../../scripts/project_files.ts", import.meta.url);

Deno.test({
  name: "projectFiles() lists what git doesn't ignore, in an archive and in a repository",
  ignore: without("git"),
  async fn() {
    await using folder = await temporaryFolder({
      "scripts/project_files.ts": await Deno.readTextFile(SCRIPT),
      ".gitignore": "node_modules/\n",
      ...{ "b.md": "", "a.ts": "", "node_modules/c.ts": "" },
    });
    const spawn = (program: string, ...args: string[]) => ran(program, args, { cwd: folder.path });
    const { projectFiles } = await import(`${pathToFileURL(folder.path)}/scripts/project_files.ts`);
    const all = [".gitignore", "a.ts", "b.md", "scripts/project_files.ts"];
    assertEquals(await projectFiles(), all);
    assertEquals(await projectFiles("*.ts"), ["a.ts", "scripts/project_files.ts"]);
    await spawn("git", "init", "--quiet");
    await spawn("git", "add", "a.ts");
    assertEquals(await projectFiles(), all);
  },
});
