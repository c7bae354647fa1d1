import { assertEquals } from "@std/assert";
import { pathToFileURL } from "node:url";
import { without } from "../support/programs.ts";

const SCRIPT = new URL("../../scripts/project_files.ts", import.meta.url);

Deno.test({
  name: "projectFiles() lists what git doesn't ignore, in an archive and in a repository",
  ignore: without("git"),
  async fn() {
    const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "tonearm-archive-" }));
    const spawn = (program: string, ...args: string[]) => new Deno.Command(program, { args, cwd: folder }).output();
    try {
      await Deno.mkdir(`${folder}/scripts`);
      await Deno.mkdir(`${folder}/node_modules`);
      await Deno.copyFile(SCRIPT, `${folder}/scripts/project_files.ts`);
      await Deno.writeTextFile(`${folder}/.gitignore`, "node_modules/\n");
      for (const path of ["b.md", "a.ts", "node_modules/c.ts"]) await Deno.writeTextFile(`${folder}/${path}`, "");
      const { projectFiles } = await import(`${pathToFileURL(folder)}/scripts/project_files.ts`);
      const all = [".gitignore", "a.ts", "b.md", "scripts/project_files.ts"];
      assertEquals(await projectFiles(), all);
      assertEquals(await projectFiles("*.ts"), ["a.ts", "scripts/project_files.ts"]);
      await spawn("git", "init", "--quiet");
      await spawn("git", "add", "a.ts");
      assertEquals(await projectFiles(), all);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
