import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { chmod, stat } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { explain } from "../../../cli/errors.ts";
import { configDirectory, dataDirectory, journalPath, makePrivateDirectory } from "../../../cli/host/paths.ts";
import { runInProcess } from "../../support/cli/test_host.ts";
import { temporaryFolder } from "../../support/folder.ts";

const ENV = { TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" };

/** A service that returns tracks 1 to `total` in pages. */
function catalogue(total: number): typeof globalThis.fetch {
  return (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const limit = Number(url.searchParams.get("limit"));
    const offset = Number(url.searchParams.get("offset") ?? 0);
    const ids = Array.from({ length: Math.min(limit, total - offset) }, (_, index) => offset + index + 1);
    url.searchParams.set("offset", String(offset + limit));
    const collection = ids.map((id) => ({ kind: "track", id, urn: `soundcloud:tracks:${id}`, title: `T${id}` }));
    return Promise.resolve(Response.json({ collection, next_href: offset + limit < total ? url.href : null }));
  };
}

Deno.test("tonearm: a user without a home is told once what to set, and needs no home with a token", async () => {
  const { homedir } = os;
  os.homedir = () => {
    throw new Error("ENOENT: no such file or directory, uv_os_homedir");
  };
  try {
    const advice = "Set HOME, or both TONEARM_CONFIG_DIR and TONEARM_DATA_DIR.";
    for (const line of [["profile", "list"], ["config", "set", "limit", "5"], ["--sandbox", "me"]]) {
      const { code, stderr } = await runInProcess(line, { env: { HOME: "" } });
      assertEquals({ code, stderr }, { code: 1, stderr: `error: This user has no home folder\n${advice}\n` });
    }
    const env = { ...ENV, HOME: "" };
    const { code } = await runInProcess(["search", "x", "--limit", "2"], { env, fetch: catalogue(2) });
    assertEquals(code, 0);
  } finally {
    os.homedir = homedir;
  }
});

Deno.test("tonearm: a relative home or XDG directory is wrong usage that names the variable; its own may be relative", async () => {
  for (const name of ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]) {
    for (const path of [".", "here"]) {
      const line = name.includes("DATA") ? ["sandbox", "reset"] : ["profile", "list"];
      const { code, stderr } = await runInProcess(line, { env: { HOME: "/nonexistent", [name]: path } });
      const told = `error: ${name} is not an absolute path\nSet it to an absolute path, or unset it.\n`;
      assertEquals({ code, stderr }, { code: 2, stderr: told });
    }
  }
  const own = { TONEARM_CONFIG_DIR: "a", TONEARM_DATA_DIR: "b" };
  assertEquals({ config: configDirectory(own), data: dataDirectory(own) }, { config: "a", data: "b" });
  const journal = journalPath({ TONEARM_DATA_DIR: "/d" }, "https://api.test:81/v1", "soundcloud:users:1");
  assertEquals(journal, "/d/uploads/api.test-81-soundcloud-users-1.jsonl");
});

Deno.test({
  name: "tonearm: a directory that can't be created names the variables to set; an existing one keeps its mode",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using folder = await temporaryFolder({ file: "" });
    const root = folder.path;
    await chmod(root, 0o750);
    await makePrivateDirectory(root);
    await makePrivateDirectory(join(root, "new"));
    const modes = [root, join(root, "new")].map(async (path) => (await stat(path)).mode & 0o777);
    assertEquals(await Promise.all(modes), [0o750, 0o700]);
    for (const name of ["file/below", "file"]) {
      const failure = explain(await assertRejects(() => makePrivateDirectory(join(root, name))));
      assertEquals(failure.message, `Cannot create the folder ${join(root, name)}: a file is in the way`);
      assertStringIncludes(failure.hint ?? "", "TONEARM_DATA_DIR");
    }
  },
});

Deno.test("dataDirectory() is below the home of the user where HOME is empty", () => {
  assertEquals(dataDirectory({ HOME: "" }), join(os.homedir(), ".local", "share", "tonearm"));
});
