import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { pathOf, type Ran, ran, writeProgram } from "../programs.ts";

/** The path of `install.sh`. */
export const SCRIPT: string = fileURLToPath(new URL("../../../install/install.sh", import.meta.url));
/** What it needs beside a program for downloads and one for checksums. */
export const USUAL = ["awk", "chmod", "cp", "grep", "gzip", "mkdir", "mktemp", "mv", "rm", "tar", "uname"] as const;

/** The platform in an archive's name. */
const PLATFORM = `${Deno.build.os === "darwin" ? "macos" : "linux"}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
/** The archive for this machine. */
export const ARCHIVE: string = `tonearm-${PLATFORM}.tar.gz`;

/** A release page, and a folder to install into. */
export class Releases implements AsyncDisposable {
  /** A temporary folder, removed at the end. */
  readonly folder: string = Deno.makeTempDirSync({ prefix: "tonearm-release-" });
  /** The requested paths. */
  readonly requests: string[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #version = "";
  #archive: Uint8Array<ArrayBuffer> = new Uint8Array();
  #sums = "";

  /** Starts the server without a release. */
  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, ({ url }) => {
      const path = new URL(url).pathname;
      this.requests.push(path);
      return this.#answer(path);
    });
  }

  /** The URL of the page. */
  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/releases`;
  }

  /** Publishes a program that prints a version, with its checksum or another. */
  async publish(version: string, checksum?: string, says: string = version): Promise<this> {
    const program = `${this.folder}/tonearm`;
    await writeProgram(program, `#!/bin/sh\necho tonearm ${says}\n`);
    const args = ["-czf", `${this.folder}/archive`, "-C", this.folder, "tonearm"];
    if ((await ran("tar", args)).code !== 0) throw new Error("tar failed");
    this.#archive = await Deno.readFile(`${this.folder}/archive`);
    const right = hash("sha256", this.#archive);
    this.#sums = `${"0".repeat(64)}  another.tar.gz\n${checksum ?? right}  ${ARCHIVE}\n`;
    this.#version = version;
    return this;
  }

  #answer(path: string): Response {
    if (path.endsWith("/latest") && this.#version !== "") {
      return new Response(null, { status: 302, headers: { location: `${this.address}/tag/v${this.#version}` } });
    }
    if (path.endsWith(ARCHIVE)) return new Response(this.#archive);
    return path.endsWith("SHA256SUMS") ? new Response(this.#sums) : new Response(null, { status: 404 });
  }

  /** Stops the server and removes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Runs the script against releases; the program goes to `bin/` of their folder. */
export async function install(
  { folder, address }: Releases,
  env: Readonly<Record<string, string | undefined>> = {},
  [shell = "sh", ...args]: readonly string[] = ["sh", SCRIPT],
): Promise<Ran> {
  const own = { HOME: folder, TONEARM_INSTALL_DIR: `${folder}/bin`, TONEARM_RELEASES: address };
  const all = Object.entries({ PATH: Deno.env.get("PATH"), ...own, ...env });
  const given = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return await ran(shell, args, { clearEnv: true, env: Object.fromEntries(given) });
}

/** Creates a folder for PATH that has nothing but these programs of the machine. */
export async function only({ folder }: Releases, ...names: readonly string[]): Promise<string> {
  const path = await Deno.makeTempDir({ dir: folder });
  for (const name of names) await Deno.symlink(pathOf(name) ?? "", `${path}/${name}`);
  return path;
}

/** What `gh` says, and its exit code, where an attestation is right, wrong, or can't be verified. */
export const GH = {
  right: ["", 0],
  wrong: ["Error: no attestations found for subject", 1],
  old: ['unknown command "attestation" for "gh"', 1],
  "signed out": ["To get started with GitHub CLI, please run:  gh auth login", 4],
  "without rights": ["HTTP 403: Resource not accessible by personal access token", 1],
  offline: ["Error: Get https://api.github.com/: dial tcp: lookup api.github.com: no such host", 1],
  "behind a dead proxy": ["Error: proxyconnect tcp: dial tcp 10.0.0.1:3128: connect: connection refused", 1],
  "behind a proxy with a certificate of its own": ["tls: failed to verify certificate: x509: unknown authority", 1],
} as const;

/** Writes a stand-in for `gh` into a folder for PATH. */
export async function writeGh(folder: string, kind: keyof typeof GH): Promise<string> {
  const path = `${folder}/gh ${kind}`;
  await Deno.mkdir(path);
  const [says, code] = GH[kind];
  const knows = kind === "old" ? "" : 'case "$2" in --help) exit 0 ;; esac\n';
  const text = `#!/bin/sh\necho "$@" $GH_TOKEN >> '${path}/calls'\n${knows}echo '${says}' >&2\nexit ${code}\n`;
  await writeProgram(`${path}/gh`, text);
  return path;
}
