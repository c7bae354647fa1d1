import { assertEquals } from "@std/assert";
import process from "node:process";
import { VERSION } from "../../cli/version.ts";
import { emptyHome } from "../support/cli/cli.ts";

Deno.test("tonearm --version prints the version of the package", async () => {
  await using home = await emptyHome();
  const { version } = JSON.parse(await Deno.readTextFile(new URL("../../cli/deno.json", import.meta.url)));
  assertEquals(version, VERSION);
  assertEquals(await home.run(["--version"]), { code: 0, stdout: `tonearm ${version}\n`, stderr: "" });
  assertEquals((await home.run(["-V"])).stdout, `tonearm ${version}\n`);
  assertEquals((await home.run(["search", "--version"])).stdout, `tonearm ${version}\n`);
});

Deno.test("tonearm --version --verbose shows how the program was built and its runtime", async () => {
  await using home = await emptyHome();
  for (const argv of [["--version", "--verbose"], ["-v", "-V"]]) {
    const { code, stdout } = await home.run(argv);
    const [first, ...others] = stdout.split("\n");
    assertEquals({ code, first }, { code: 0, first: `tonearm ${VERSION}` });
    assertEquals(others.map((line) => line.split(/ +/)[0]), ["built", "runtime", "system", ""]);
    if (Deno.env.has("TONEARM_BIN")) continue;
    const { deno, v8 } = Deno.version;
    assertEquals(others.map((line) => line.slice(9)), [
      ...["from source", `deno ${deno}, v8 ${v8}`, `${process.platform} ${process.arch}`, ""],
    ]);
  }
});
