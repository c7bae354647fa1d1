import { assertEquals, assertMatch } from "@std/assert";
import { REPOSITORY } from "../../scripts/project.ts";
import { ARCHIVE, Releases, writeGh } from "../support/releases.ts";

const ROOT = new URL("../../", import.meta.url);
const SCRIPT = new URL("install.sh", ROOT).pathname;
const ignore = Deno.build.os === "windows";

/** Runs the script against releases; the program goes to `bin/` of their folder. */
async function install(
  { folder, address }: Releases,
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: [SCRIPT],
    clearEnv: true,
    env: {
      HOME: folder,
      PATH: Deno.env.get("PATH") ?? "",
      TONEARM_INSTALL_DIR: `${folder}/bin`,
      TONEARM_RELEASES: address,
      ...env,
    },
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

Deno.test({
  name: "install.sh installs the newest release, and again over the one that is there",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const { code, out, err } = await install(release);
    assertEquals({ code, err }, { code: 0, err: "" });
    assertMatch(out, /^tonearm 1\.2\.3 is in .*\/bin\n.*\/bin is not in PATH/);
    assertEquals(release.requests, [`/releases/latest/download/${ARCHIVE}`, "/releases/latest/download/SHA256SUMS"]);
    await release.publish("1.3.0");
    assertMatch((await install(release)).out, /^tonearm 1\.3\.0 is in/);
    assertEquals([...Deno.readDirSync(`${release.folder}/bin`)].map(({ name }) => name), ["tonearm"]);
  },
});

Deno.test({
  name: "install.sh installs the version that TONEARM_VERSION names, in ~/.local/bin unless told otherwise",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const { out } = await install(release, { TONEARM_VERSION: "1.2.3", TONEARM_INSTALL_DIR: "" });
    assertMatch(out, /is in .*\/\.local\/bin\n/);
    assertEquals(release.requests[0], `/releases/download/v1.2.3/${ARCHIVE}`);
  },
});

Deno.test({
  name: "install.sh installs nothing whose checksum is wrong or missing",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3", "f".repeat(64));
    const { code, err } = await install(release);
    assertEquals(code, 1);
    assertMatch(err, /the checksum of .* is wrong: nothing was installed/);
    await release.publish("1.2.3", "");
    assertMatch((await install(release)).err, /has no checksum|is wrong/);
    assertEquals(await Deno.stat(`${release.folder}/bin`).then(() => true, () => false), false);
  },
});

Deno.test({
  name: "install.sh says what it can't download",
  ignore,
  async fn() {
    await using release = new Releases();
    const { code, err } = await install(release, { TONEARM_RELEASES: "http://127.0.0.1:1" });
    assertEquals(code, 1);
    assertMatch(err, /install\.sh: cannot download http:\/\/127\.0\.0\.1:1\/latest\/download\/tonearm-/);
  },
});

Deno.test({
  name: "install.sh installs nothing whose attestation is wrong, where gh is signed in",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const path = (gh: string) => ({ PATH: `${gh}:${Deno.env.get("PATH")}` });
    const wrong = await install(release, path(await writeGh(release.folder, false)));
    assertEquals(wrong.code, 1);
    assertMatch(wrong.err, /the attestation of .* is wrong: nothing was installed/);
    const right = await writeGh(release.folder, true);
    assertEquals((await install(release, path(right))).code, 0);
    assertMatch(await Deno.readTextFile(`${right}/calls`), /attestation verify .* --repo tonearm\/tonearm\n$/);
  },
});

Deno.test({
  name: "install.sh says that there is no file for musl",
  ignore: ignore || Deno.build.os !== "linux",
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const folder = `${release.folder}/musl`;
    await Deno.mkdir(folder);
    await Deno.writeTextFile(`${folder}/ldd`, "#!/bin/sh\necho 'musl libc (x86_64)' >&2\nexit 1\n", { mode: 0o755 });
    const { code, err } = await install(release, { PATH: `${folder}:${Deno.env.get("PATH")}` });
    assertEquals({ code, err }, {
      code: 1,
      err: "install.sh: there is no file for musl; npm install -g tonearm works wherever Node does\n",
    });
  },
});

for (
  const [name, pattern] of [["install.sh", /^repository="(.+)"$/m], [
    "install.ps1",
    /^\$repository = '(.+)'$/m,
  ]] as const
) {
  Deno.test(`${name} downloads from the project's repository`, async () => {
    const [, repository] = pattern.exec(await Deno.readTextFile(new URL(name, ROOT))) ?? [];
    assertEquals(`https://github.com/${repository}`, REPOSITORY);
  });
}
