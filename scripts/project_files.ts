// Lists the project's files.
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/**
 * Lists the files that git doesn't ignore, sorted, by their paths from the root. The project may come from an
 * archive, which is no repository.
 *
 * @param patterns What git matches them with, such as `*.ts`. Default: all files.
 */
export async function projectFiles(...patterns: readonly string[]): Promise<string[]> {
  // To an empty repository, every file is new.
  const empty = await Deno.makeTempDir({ prefix: "tonearm-files-" });
  try {
    await git("init", "--quiet", "--bare", empty);
    const ls = ["ls-files", "-z", "--others", "--exclude-standard", "--", ...patterns];
    const text = await git(`--git-dir=${empty}`, `--work-tree=${ROOT}`, ...ls);
    return text.split("\0").filter((path) => path !== "").sort();
  } finally {
    await Deno.remove(empty, { recursive: true });
  }
}

async function git(...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args: [...args], cwd: ROOT }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`Cannot list the project's files: ${decoder.decode(stderr).trim()}`);
  return decoder.decode(stdout);
}
