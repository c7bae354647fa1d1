/**
 * Releases on a port of this machine, as their page serves them: the newest by redirect, archives and checksums by version.
 *
 * @module
 */
import { encodeHex } from "@std/encoding/hex";

/** The platform's part of an archive's name. */
const PLATFORM = `${Deno.build.os === "darwin" ? "macos" : "linux"}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
/** The archive of this machine. */
export const ARCHIVE: string = `tonearm-${PLATFORM}.tar.gz`;

/** A page of releases, and a folder to install into. */
export class Releases implements AsyncDisposable {
  /** A folder of its own, removed at the end. */
  readonly folder: string = Deno.makeTempDirSync({ prefix: "tonearm-release-" });
  /** The paths that were asked for. */
  readonly requests: string[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #version = "";
  #archive: Uint8Array<ArrayBuffer> = new Uint8Array();
  #sums = "";

  /** Starts to serve; nothing is released yet. */
  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, ({ url }) => {
      const path = new URL(url).pathname;
      this.requests.push(path);
      return this.#answer(path);
    });
  }

  /** The address of the page. */
  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/releases`;
  }

  /**
   * Releases a program that says a version, under its checksum or another.
   *
   * @param version What the release is called.
   * @param checksum Another checksum than the archive's.
   * @param says What the program calls itself.
   */
  async publish(version: string, checksum?: string, says: string = version): Promise<this> {
    const program = `${this.folder}/tonearm`;
    await Deno.writeTextFile(program, `#!/bin/sh\necho tonearm ${says}\n`, { mode: 0o755 });
    const args = ["-czf", `${this.folder}/archive`, "-C", this.folder, "tonearm"];
    const { success } = await new Deno.Command("tar", { args }).output();
    if (!success) throw new Error("tar failed");
    this.#archive = await Deno.readFile(`${this.folder}/archive`);
    const right = encodeHex(await crypto.subtle.digest("SHA-256", this.#archive));
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

  /** Stops, and removes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Writes a `gh` into a folder of its own, for PATH; it is signed in, and finds attestations right or wrong. */
export async function writeGh(folder: string, isRight: boolean): Promise<string> {
  const path = `${folder}/gh-${isRight}`;
  await Deno.mkdir(path);
  const text = `#!/bin/sh\necho "$@" >> '${path}/calls'\ncase "$1" in auth) exit 0 ;; esac\nexit ${isRight ? 0 : 1}\n`;
  await Deno.writeTextFile(`${path}/gh`, text, { mode: 0o755 });
  return path;
}
