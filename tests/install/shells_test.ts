import { assertEquals, assertMatch } from "@std/assert";
import { pathOf, ran, without } from "../support/programs.ts";
import { install, only, Releases, SCRIPT, USUAL } from "../support/cli/releases.ts";

const PATH = Deno.env.get("PATH") ?? "";

/** Runs a command with these variables alone, and gives what it printed. */
async function run([command = "", ...args]: readonly string[], env: Record<string, string>): Promise<string> {
  return (await ran(command, args, { clearEnv: true, env })).output;
}

/** A folder for PATH with busybox in place of every program. */
async function busyboxes({ folder }: Releases): Promise<string> {
  const path = await Deno.makeTempDir({ dir: folder });
  const busybox = pathOf("busybox") ?? "";
  for (const name of (await run([busybox, "--list"], {})).trim().split("\n")) {
    await Deno.symlink(busybox, `${path}/${name}`);
  }
  return path;
}

const SHELLS = [["dash"], ["bash"], ["bash", "--posix"], ["zsh"], ["busybox", "ash"]] as const;
for (const [shell, ...options] of SHELLS) {
  const words = [shell, ...options];
  Deno.test({
    name: `install.sh runs in ${words.join(" ")}`,
    ignore: without(shell),
    async fn() {
      await using release = await new Releases().publish("1.2.3");
      assertMatch(
        (await install(release, {}, [pathOf(shell) ?? "", ...options, SCRIPT])).output,
        /^tonearm 1\.2\.3 is in .*\n.*\n {2}export/,
      );
      assertMatch(await run([`${release.folder}/bin/tonearm`], { PATH }), /^tonearm 1\.2\.3\n$/);
    },
  });
}

Deno.test({
  name: "install.sh needs no programs but busybox's",
  ignore: without("busybox"),
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const env = { PATH: await busyboxes(release) };
    const here = async () => (await install(release, env, [`${env.PATH}/sh`, SCRIPT])).output;
    assertMatch(await here(), /^tonearm 1\.2\.3 is in/);
    await release.publish("1.3.0", "f".repeat(64));
    assertMatch(await here(), /^install\.sh: the checksum of .* is wrong/);
  },
});

Deno.test({
  name: "install.sh prints a profile line for the user's shell, unless PATH has the folder",
  ignore: without("sh"),
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    const bin = `${release.folder}/bin`;
    const hint = async (env: Record<string, string>) =>
      (await install(release, env)).output.split("\n").slice(1).filter((line) => !/not verified/.test(line));
    const first = `${bin} is not in PATH: add it in your shell's profile with`;
    assertEquals(await hint({ SHELL: "/bin/zsh" }), [first, `  export PATH="${bin}:$PATH"`, ""]);
    assertEquals(await hint({ SHELL: "/usr/bin/fish" }), [first, `  fish_add_path '${bin}'`, ""]);
    assertEquals(await hint({ PATH: `${PATH}:${bin}` }), [""]);
  },
});

Deno.test({
  name: "install.sh asks for a writable folder before it downloads",
  // Root may write anywhere.
  ignore: Deno.uid() !== 0 || without("setpriv"),
  async fn() {
    await using release = await new Releases().publish("1.2.3");
    await Deno.chmod(release.folder, 0o755);
    await Deno.mkdir(`${release.folder}/bin`, { mode: 0o755 });
    const script = `${release.folder}/install.sh`;
    await Deno.copyFile(SCRIPT, script);
    const nobody = [pathOf("setpriv") ?? "", "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/sh", script];
    const env = {
      HOME: "/",
      // The folders of root's PATH may be for root alone.
      PATH: "/usr/bin:/bin",
      TONEARM_INSTALL_DIR: `${release.folder}/bin`,
      TONEARM_RELEASES: release.address,
    };
    const message =
      `install.sh: cannot write into ${release.folder}/bin: set another folder with TONEARM_INSTALL_DIR\n`;
    assertEquals(await run(nobody, env), message);
    assertEquals(release.requests, []);
  },
});

/** Releases under `https://releases.test`, which only a proxy leads to. */
class Proxied implements AsyncDisposable {
  readonly release: Releases = new Releases();
  /** The first line of each request to the proxy. */
  readonly connects: string[] = [];
  readonly #listener: Deno.TcpListener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  #server: Deno.HttpServer<Deno.NetAddr> | undefined;
  #proxying: Promise<void> | undefined;

  /** Variables that make curl and wget believe the server. */
  get trust(): Record<string, string> {
    const { folder } = this.release;
    return { CURL_CA_BUNDLE: `${folder}/cert.pem`, WGETRC: `${folder}/wgetrc` };
  }

  get proxy(): string {
    return `http://127.0.0.1:${this.#listener.addr.port}`;
  }

  async start(): Promise<this> {
    const { folder, address } = this.release;
    const [cert, key] = [`${folder}/cert.pem`, `${folder}/key.pem`];
    const names = ["-subj", "/CN=releases.test", "-addext", "subjectAltName=DNS:releases.test"];
    const kind = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", key, "-out", cert];
    await run([pathOf("openssl") ?? "", "req", ...kind, ...names], { PATH });
    await Deno.writeTextFile(`${folder}/wgetrc`, `ca_certificate = ${cert}\n`);
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    const pair = { cert: await Deno.readTextFile(cert), key: await Deno.readTextFile(key) };
    this.#server = Deno.serve({ ...options, ...pair }, ({ url }) => fetch(new URL(new URL(url).pathname, address)));
    this.#proxying = this.#accept();
    return this;
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener) this.#connect(connection).catch(() => {});
  }

  /** Joins whoever asks to be connected with the server. */
  async #connect(client: Deno.TcpConn): Promise<void> {
    const head = new Uint8Array(4096);
    const length = await client.read(head) ?? 0;
    this.connects.push(new TextDecoder().decode(head.subarray(0, length)).split("\r\n")[0] ?? "");
    const server = await Deno.connect({ hostname: "127.0.0.1", port: this.#server?.addr.port ?? 0 });
    await client.write(new TextEncoder().encode("HTTP/1.1 200 Connected\r\n\r\n"));
    await Promise.allSettled([client.readable.pipeTo(server.writable), server.readable.pipeTo(client.writable)]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    await this.#proxying;
    await this.#server?.shutdown();
    await this.release[Symbol.asyncDispose]();
  }
}

for (const tool of ["curl", "wget"]) {
  Deno.test({
    name: `install.sh: ${tool} uses the proxy of HTTPS_PROXY and https_proxy`,
    ignore: without(tool, "openssl"),
    async fn() {
      await using proxied = await new Proxied().start();
      const { release, proxy, trust, connects } = proxied;
      await release.publish("1.2.3");
      const path = await only(release, ...USUAL, tool, "sha256sum");
      for (const name of ["HTTPS_PROXY", "https_proxy"]) {
        connects.length = 0;
        const env = { ...trust, PATH: path, TONEARM_RELEASES: "https://releases.test/releases", [name]: proxy };
        assertMatch((await install(release, env, ["/bin/sh", SCRIPT])).output, /^tonearm 1\.2\.3 is in/);
        assertEquals(connects, Array.from({ length: 2 }, () => "CONNECT releases.test:443 HTTP/1.1"));
      }
    },
  });
}
