import { assertEquals, assertMatch } from "@std/assert";
import { REPOSITORY } from "../../scripts/project.ts";
import { ARCHIVE, type GH, install, only, Releases, SCRIPT, USUAL, writeGh } from "../support/cli/releases.ts";
import { writeProgram } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);
const ignore = Deno.build.os === "windows";

Deno.test({
  name: "install.sh installs the newest release, and replaces an existing one",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const { code, stdout: out, stderr: err } = await install(release);
    assertEquals({ code, err }, { code: 0, err: "" });
    assertMatch(out, /^tonearm 1\.2\.3 is in .*\/bin\n.*\/bin is not in PATH/);
    assertEquals(release.requests, [`/releases/latest/download/${ARCHIVE}`, "/releases/latest/download/SHA256SUMS"]);
    await release.publish("1.3.0");
    assertMatch((await install(release)).stdout, /^tonearm 1\.3\.0 is in/);
    assertEquals([...Deno.readDirSync(`${release.folder}/bin`)].map(({ name }) => name), ["tonearm"]);
  },
});

Deno.test({
  name: "install.sh installs the version that TONEARM_VERSION names, in ~/.local/bin unless told otherwise",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const { stdout: out } = await install(release, { TONEARM_VERSION: "1.2.3", TONEARM_INSTALL_DIR: "" });
    assertMatch(out, /is in .*\/\.local\/bin\n/);
    assertEquals(release.requests[0], `/releases/download/v1.2.3/${ARCHIVE}`);
  },
});

Deno.test({
  name: "install.sh installs nothing whose checksum is wrong or missing",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3", "f".repeat(64));
    const { code, stderr: err } = await install(release);
    assertEquals(code, 3);
    assertMatch(err, /the checksum of .* is wrong: nothing was installed/);
    await release.publish("1.2.3", "");
    assertMatch((await install(release)).stderr, /has no checksum|is wrong/);
    assertEquals(await Deno.stat(`${release.folder}/bin`).then(() => true, () => false), false);
  },
});

Deno.test({
  name: "install.sh names what it can't download",
  ignore,
  async fn() {
    await using release = new Releases();
    const { code, stderr: err } = await install(release, { TONEARM_RELEASES: "http://127.0.0.1:1" });
    assertEquals(code, 1);
    assertMatch(err, /install\.sh: cannot download http:\/\/127\.0\.0\.1:1\/latest\/download\/tonearm-/);
  },
});

const withGh = (gh: string) => ({ PATH: `${gh}:${Deno.env.get("PATH")}` });

Deno.test({
  name: "install.sh installs nothing whose attestation is wrong",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const wrong = await install(release, withGh(await writeGh(release.folder, "wrong")));
    assertEquals(wrong.code, 3);
    assertMatch(wrong.stderr, /the attestation of .* is wrong: nothing was installed/);
    const right = await writeGh(release.folder, "right");
    const { code, stderr: err } = await install(release, { ...withGh(right), TONEARM_ATTESTATION: "require" });
    assertEquals({ code, err }, { code: 0, err: "" });
    assertMatch(await Deno.readTextFile(`${right}/calls`), /attestation verify .* --repo tonearm\/tonearm\n$/);
  },
});

for (
  const [kind, reason] of Object.entries({
    "old": /this gh has no attestations: 2\.49 and later do/,
    "signed out": /gh is not signed in: run gh auth login, or set GH_TOKEN/,
    "without rights": /gh is not signed in/,
    "offline": /gh does not reach GitHub: .*no such host/,
    "behind a dead proxy": /gh does not reach GitHub: .*proxyconnect/,
    "behind a proxy with a certificate of its own": /gh does not reach GitHub: .*x509/,
  })
) {
  Deno.test({
    name: `install.sh says why gh, ${kind}, can't verify, and installs by the checksum unless it is required`,
    ignore,
    async fn() {
      await using release = await new Releases().publish("1.2.3");
      const gh = withGh(await writeGh(release.folder, kind as keyof typeof GH));
      const required = await install(release, { ...gh, TONEARM_ATTESTATION: "require" });
      assertEquals(required.code, 4, required.stderr);
      assertMatch(
        required.stderr,
        new RegExp(`cannot verify the attestation of .*${reason.source}.*: nothing was installed`),
      );
      const { code, stdout: out, stderr: err } = await install(release, gh);
      assertEquals({ code, err }, { code: 0, err: "" });
      assertMatch(out, new RegExp(`The checksum is right; the attestation was not verified: ${reason.source}`));
    },
  });
}

Deno.test({
  name: "install.sh installs a pre-release only for who names it",
  ignore,
  async fn() {
    await using release = await new Releases().publish("2.0.0-rc.1");
    const { code, stderr: err } = await install(release);
    assertEquals(code, 1);
    assertMatch(err, /tonearm 2\.0\.0-rc\.1 is a pre-release.*: nothing was installed/);
    assertMatch((await install(release, { TONEARM_VERSION: "2.0.0-rc.1" })).stdout, /^tonearm 2\.0\.0-rc\.1 is in/);
  },
});

Deno.test({
  name: "install.sh says that there is no file for musl",
  ignore: ignore || Deno.build.os !== "linux",
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const folder = `${release.folder}/musl`;
    await Deno.mkdir(folder);
    await writeProgram(`${folder}/ldd`, "#!/bin/sh\necho 'musl libc (x86_64)' >&2\nexit 1\n");
    const { code, stderr: err } = await install(release, { PATH: `${folder}:${Deno.env.get("PATH")}` });
    assertEquals(code, 1);
    assertEquals(err, "install.sh: there is no file for musl; npm install -g tonearm works wherever Node runs\n");
  },
});

Deno.test({
  name: "install.sh does nothing when it's truncated in a pipe",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const lines = (await Deno.readTextFile(SCRIPT)).trimEnd().split("\n");
    const part = `${release.folder}/part.sh`;
    for (let count = 1; count < lines.length; count += 4) {
      await Deno.writeTextFile(part, lines.slice(0, count).join("\n"));
      await install(release, {}, ["sh", part]);
    }
    await Deno.writeTextFile(part, lines.slice(0, -1).join("\n"));
    assertEquals((await install(release, {}, ["sh", part])).stdout, "");
    assertEquals(release.requests, []);
  },
});

Deno.test({
  name: "install.sh works with only wget and openssl, and names missing requirements",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const run = async (...more: string[]) => {
      const { code, stdout: out, stderr: err } = await install(release, {
        PATH: await only(release, ...USUAL, ...more),
      }, ["/bin/sh", SCRIPT]);
      return [code, out.split(" is in")[0], err];
    };
    assertEquals(await run("wget", "openssl"), [0, "tonearm 1.2.3", ""]);
    assertEquals(await run("curl", "sha256sum"), [0, "tonearm 1.2.3", ""]);
    assertEquals(await run("sha256sum"), [1, "", "install.sh: neither curl nor wget is installed\n"]);
    assertEquals(await run("curl"), [
      1,
      "",
      "install.sh: cannot check the download without sha256sum, shasum or openssl: nothing was installed\n",
    ]);
  },
});

Deno.test({
  name: "install.sh keeps the existing program when the new one doesn't run",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    await install(release);
    await release.publish("1.3.0", undefined, "1.3.0; exit 3");
    const { code, stderr: err } = await install(release);
    assertEquals(code, 1);
    assertEquals(err, "install.sh: the program doesn't run on this machine: nothing was installed\n");
    assertMatch(await Deno.readTextFile(`${release.folder}/bin/tonearm`), /1\.2\.3/);
    assertEquals([...Deno.readDirSync(`${release.folder}/bin`)].map(({ name }) => name), ["tonearm"]);
  },
});

Deno.test({
  name: "install.sh accepts folders with spaces, a version with its v, and no HOME when a folder is given",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const folder = `${release.folder}/my $HOME 'bin'`;
    await Deno.mkdir(`${release.folder}/temp dir`);
    const env = { TONEARM_INSTALL_DIR: folder, TMPDIR: `${release.folder}/temp dir`, TONEARM_VERSION: "v1.2.3" };
    const { code, stdout: out } = await install(release, { ...env, HOME: undefined });
    assertEquals({ code, first: out.split("\n")[0] }, { code: 0, first: `tonearm 1.2.3 is in ${folder}` });
    assertEquals(release.requests[0], `/releases/download/v1.2.3/${ARCHIVE}`);
    assertEquals([...Deno.readDirSync(`${release.folder}/temp dir`)], []);
  },
});

Deno.test({
  name: "install.sh reports a folder that it can't write to, before the download if possible",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const fails = async (env: Record<string, string | undefined>) => (await install(release, env)).stderr;
    assertEquals(
      await fails({ HOME: undefined, TONEARM_INSTALL_DIR: undefined }),
      "install.sh: HOME isn't set: set a folder with TONEARM_INSTALL_DIR\n",
    );
    await Deno.mkdir(`${release.folder}/taken/tonearm`, { recursive: true });
    assertEquals(
      await fails({ TONEARM_INSTALL_DIR: `${release.folder}/taken` }),
      `install.sh: ${release.folder}/taken/tonearm is a folder: set another folder with TONEARM_INSTALL_DIR\n`,
    );
    assertEquals(release.requests, []);
    await Deno.writeTextFile(`${release.folder}/file`, "");
    assertEquals(
      await fails({ TONEARM_INSTALL_DIR: `${release.folder}/file/bin` }),
      `install.sh: cannot write into ${release.folder}/file/bin: set another folder with TONEARM_INSTALL_DIR\n`,
    );
  },
});

Deno.test({
  name: "install.sh doesn't let curl follow a redirect from HTTPS to HTTP",
  ignore,
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const path = `${release.folder}/curls`;
    await Deno.mkdir(path);
    await writeProgram(`${path}/curl`, `#!/bin/sh\necho "$@" >> '${path}/calls'\nexit 1\n`);
    await install(release, { PATH: `${path}:${Deno.env.get("PATH")}`, TONEARM_RELEASES: "https://releases.test" });
    assertMatch(await Deno.readTextFile(`${path}/calls`), /--proto =https /);
  },
});

for (
  const [name, pattern] of [["install.sh", /^repository="(.+)"$/m], [
    "install.ps1",
    /^ *\$repository = '(.+)'$/m,
  ]] as const
) {
  Deno.test(`${name} downloads from the project's repository`, async () => {
    const [, repository] = pattern.exec(await Deno.readTextFile(new URL(`install/${name}`, ROOT))) ?? [];
    assertEquals(`https://github.com/${repository}`, REPOSITORY);
  });
}
