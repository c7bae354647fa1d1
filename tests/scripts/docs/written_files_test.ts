import { assertEquals, assertMatch } from "@std/assert";
import { inTree } from "../tree_copy.ts";

/** Scripts that write a file, a change that makes the file stale, and the resulting message. */
const WRITERS: readonly (readonly [script: string, path: string, stale: (text: string) => string, message: RegExp])[] =
  [
    [
      "build/generate_namespaces.ts",
      "src/session/namespaces.ts",
      (text) => text.replace("export interface TracksApi", "export interface SongsApi"),
      /^src\/session\/namespaces\.ts is not up to date: run `deno task build namespaces`\.$/m,
    ],
    [
      "docs/reliability.ts",
      "docs/contributing/reliability.md",
      (text) => text.replace(/(<!-- table -->\n)[^]*(<!-- \/table -->)/, "$1\nNone.\n\n$2"),
      /^docs\/contributing\/reliability\.md is out of date: run `deno task build reliability`$/m,
    ],
    ["build/notices.ts", "NOTICES.md", (text) => text.replace("MIT", "GPL"), /NOTICES\.md is out of date/],
  ];

for (const [script, path, stale, message] of WRITERS) {
  Deno.test(inTree(`${script} writes ${path} as it was, and --check only tells whether it is`, async (tree) => {
    const wanted = await tree.read(path);
    const current = await tree.run(script, "--check");
    assertEquals(current.code, 0, current.output);
    await tree.change(path, stale);
    const checked = await tree.run(script, "--check");
    assertEquals(checked.code, 1, checked.output);
    assertMatch(checked.output, message);
    assertEquals(await tree.read(path), stale(wanted));
    const { code, output } = await tree.run(script);
    assertEquals(code, 0, output);
    assertEquals(await tree.read(path), wanted);
  }));
}

Deno.test(inTree("release/version.ts sets the version that is named, and says how to go on", async (tree) => {
  const unreleased = /^## (?:Unreleased\n[^]*?^## )?/m;
  await tree.change("CHANGELOG.md", (text) => text.replace(unreleased, "## Unreleased\n\n- New.\n\n## "));
  const { code, output } = await tree.run("release/version.ts", "77.1.0");
  assertEquals(code, 0, output);
  assertMatch(output, /^The version is 77\.1\.0\. Commit it, tag it v77\.1\.0, and push the tag/m);
  assertMatch(await tree.read("cli/version.ts"), /VERSION = "77\.1\.0"/);
  assertMatch(await tree.read("CHANGELOG.md"), /^## 77\.1\.0 - \d{4}-\d\d-\d\d\n\n- New\.$/m);
}));

Deno.test(
  inTree("release/recipes.ts writes each recipe of a release from its checksums, and lists them", async (tree) => {
    const targets = [
      "linux-x64.tar.gz",
      "linux-arm64.tar.gz",
      "macos-x64.tar.gz",
      "macos-arm64.tar.gz",
      "windows-x64.zip",
    ];
    const sums = targets.map((target, index) => `${String(index).repeat(64)}  tonearm-${target}\n`).join("");
    await tree.change("dist/SHA256SUMS", () => sums);
    const { code, output } = await tree.run("release/recipes.ts");
    assertEquals(code, 0, output);
    const paths = output.trimEnd().split("\n");
    assertEquals(paths.slice(0, 4), [
      "dist/recipes/homebrew-tap/Formula/tonearm.rb",
      "dist/recipes/scoop-bucket/bucket/tonearm.json",
      "dist/recipes/aur/PKGBUILD",
      "dist/recipes/aur/.SRCINFO",
    ]);
    assertEquals(paths.length, 7);
    for (const path of paths) assertMatch(await tree.read(path), /tonearm/);
    assertMatch(await tree.read("dist/recipes/aur/PKGBUILD"), /^sha256sums_x86_64=\('0{64}'\)$/m);
  }),
);
