import { assertEquals, assertMatch } from "@std/assert";
import { encodeHex } from "@std/encoding/hex";
import { REPOSITORY } from "../../scripts/project.ts";

const ROOT = new URL("../../", import.meta.url);
const SCRIPT = new URL("install.sh", ROOT).pathname;
const system = Deno.build.os === "darwin" ? "macos" : "linux";
const ARCHIVE = `tonearm-${system}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}.tar.gz`;
const ignore = Deno.build.os === "windows";

/** A release on a port of this machine, and a folder to install it into. */
class Release implements AsyncDisposable {
  readonly folder = Deno.makeTempDirSync({ prefix: "tonearm-install-" });
  readonly requests: string[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #archive = new Uint8Array();
  #sums = "";

  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, ({ url }) => {
      const path = new URL(url).pathname;
      this.requests.push(path);
      if (path.endsWith(ARCHIVE)) return new Response(this.#archive);
      return path.endsWith("SHA256SUMS") ? new Response(this.#sums) : new Response(null, { status: 404 });
    });
  }

  /** Publishes a program that says a version, under a checksum. */
  async publish(version: string, checksum?: string): Promise<this> {
    const program = `${this.folder}/tonearm`;
    await Deno.writeTextFile(program, `#!/bin/sh\necho tonearm ${version}\n`, { mode: 0o755 });
    const { code } = await new Deno.Command("tar", {
      args: ["-czf", `${this.folder}/archive`, "-C", this.folder, "tonearm"],
    }).output();
    assertEquals(code, 0);
    this.#archive = await Deno.readFile(`${this.folder}/archive`);
    const right = encodeHex(await crypto.subtle.digest("SHA-256", this.#archive));
    this.#sums = `${"0".repeat(64)}  another.tar.gz\n${checksum ?? right}  ${ARCHIVE}\n`;
    return this;
  }

  /** Runs the script; the program goes to `bin/` of the folder. */
  async install(env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
    const { code, stdout, stderr } = await new Deno.Command("sh", {
      args: [SCRIPT],
      clearEnv: true,
      env: {
        HOME: this.folder,
        PATH: Deno.env.get("PATH") ?? "",
        TONEARM_INSTALL_DIR: `${this.folder}/bin`,
        TONEARM_RELEASES: `http://127.0.0.1:${this.#server.addr.port}/releases`,
        ...env,
      },
    }).output();
    const decoder = new TextDecoder();
    return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Deno.remove(this.folder, { recursive: true });
  }
}

Deno.test({
  name: "install.sh installs the newest release, and again over the one that is there",
  ignore,
  async fn() {
    await using release = await new Release().publish("1.2.3");
    const { code, out, err } = await release.install();
    assertEquals({ code, err }, { code: 0, err: "" });
    assertMatch(out, /^tonearm 1\.2\.3 is in .*\/bin\n.*\/bin is not in PATH/);
    assertEquals(release.requests, [`/releases/latest/download/${ARCHIVE}`, "/releases/latest/download/SHA256SUMS"]);
    await release.publish("1.3.0");
    assertMatch((await release.install()).out, /^tonearm 1\.3\.0 is in/);
    assertEquals([...Deno.readDirSync(`${release.folder}/bin`)].map(({ name }) => name), ["tonearm"]);
  },
});

Deno.test({
  name: "install.sh installs the version that TONEARM_VERSION names, in ~/.local/bin unless told otherwise",
  ignore,
  async fn() {
    await using release = await new Release().publish("1.2.3");
    const { out } = await release.install({ TONEARM_VERSION: "1.2.3", TONEARM_INSTALL_DIR: "" });
    assertMatch(out, /is in .*\/\.local\/bin\n/);
    assertEquals(release.requests[0], `/releases/download/v1.2.3/${ARCHIVE}`);
  },
});

Deno.test({
  name: "install.sh installs nothing whose checksum is wrong or missing",
  ignore,
  async fn() {
    await using release = await new Release().publish("1.2.3", "f".repeat(64));
    const { code, err } = await release.install();
    assertEquals(code, 1);
    assertMatch(err, /the checksum of .* is wrong: nothing was installed/);
    await release.publish("1.2.3", "");
    assertMatch((await release.install()).err, /has no checksum|is wrong/);
    assertEquals(await Deno.stat(`${release.folder}/bin`).then(() => true, () => false), false);
  },
});

Deno.test({
  name: "install.sh says what it can't download",
  ignore,
  async fn() {
    await using release = new Release();
    const { code, err } = await release.install({ TONEARM_RELEASES: "http://127.0.0.1:1" });
    assertEquals(code, 1);
    assertMatch(err, /install\.sh: cannot download http:\/\/127\.0\.0\.1:1\/latest\/download\/tonearm-/);
  },
});

Deno.test("install.sh downloads from the project's repository", async () => {
  const [, name] = /^repository="(.+)"$/m.exec(await Deno.readTextFile(SCRIPT)) ?? [];
  assertEquals(`https://github.com/${name}`, REPOSITORY);
});
