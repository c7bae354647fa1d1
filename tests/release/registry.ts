/**
 * A small JSR registry: accepts packages from `deno publish`, also with a workflow's identity, and serves them like jsr.io.
 */
import { assert } from "@std/assert";
import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./toolbox.ts";
import { identify } from "./workflow/identity.ts";

/** A published version of a package. */
interface Published {
  readonly version: string;
  readonly folder: string;
}

/** A registry on a local port. */
export class Registry implements AsyncDisposable {
  /** The versions of each package, the newest last. */
  readonly #packages = new Map<string, Published[]>();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  /** The packages with provenance, each with its version. */
  readonly signed: string[] = [];
  /** The name of a package to reject. */
  refuses = "";

  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, (request) => this.#answer(request));
  }

  /** Its URL, for `JSR_URL`. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/`;
  }

  /** The names of the published packages. */
  get names(): string[] {
    return [...this.#packages.keys()].toSorted();
  }

  /** The published versions of a package. */
  versionsOf(name: string): string[] {
    return (this.#packages.get(name) ?? []).map(({ version }) => version);
  }

  /** Returns the files of a package and their texts. */
  async files(name: string): Promise<Map<string, string>> {
    const { folder } = this.#find(name);
    const paths = await pathsIn(folder);
    return new Map(
      await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const)),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Promise.all(
      [...this.#packages.values()].flat().map(({ folder }) => Deno.remove(folder, { recursive: true })),
    );
  }

  #find(name: string, version = this.versionsOf(name).at(-1)): Published {
    const found = this.#packages.get(name)?.find((published) => published.version === version);
    if (!found) throw new Deno.errors.NotFound(name);
    return found;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const identity = identify(pathname);
    if (identity) return identity;
    try {
      return pathname.startsWith("/api/") ? await this.#api(request, pathname) : await this.#hand(pathname);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return new Response("there is no such file", { status: 404 });
      throw error;
    }
  }

  /** Answers the requests of `deno publish`. */
  async #api(request: Request, pathname: string): Promise<Response> {
    const [, scope, name, version] =
      /^\/api\/scopes\/([^/]+)\/packages\/([^/]+)(?:\/versions\/([^/]+))?$/.exec(pathname) ?? [];
    const fullName = `@${scope}/${name}`;
    if (pathname.endsWith("/provenance")) {
      this.signed.push(pathname.replace(/.*scopes\/(.+)\/packages\/(.+)\/versions\/(.+)\/.*/, "@$1/$2@$3"));
      return Response.json({});
    }
    if (request.method === "POST") {
      if (fullName === this.refuses) return Response.json({ code: "internalServerError" }, { status: 500 });
      await this.#take(fullName, version ?? "", request);
    } else if (version && !this.versionsOf(fullName).includes(version)) {
      return Response.json({ code: "packageVersionNotFound", message: "Not found" }, { status: 404 });
    }
    return Response.json({ id: crypto.randomUUID(), status: "success", scope, name });
  }

  async #take(name: string, version: string, request: Request): Promise<void> {
    const folder = await Deno.makeTempDir({ dir: tmpdir(), prefix: "tonearm-registry-" });
    const archive = `${folder}.tar.gz`;
    await Deno.writeFile(archive, new Uint8Array(await request.arrayBuffer()));
    await run(["tar", "-xzf", archive, "-C", folder], folder);
    await Deno.remove(archive);
    assert(!this.versionsOf(name).includes(version), `${name} is published again`);
    this.#packages.set(name, [...this.#packages.get(name) ?? [], { version, folder }]);
  }

  /** Answers the requests of commands that import a package. */
  async #hand(pathname: string): Promise<Response> {
    const [, name = "", rest = ""] = /^\/(@[^/]+\/[^/]+)\/(.+)$/.exec(pathname) ?? [];
    if (rest === "meta.json") {
      const { version: latest } = this.#find(name);
      const versions = this.versionsOf(name).map((version) => [version, {}]);
      return Response.json({ latest, versions: Object.fromEntries(versions) });
    }
    const { version, folder } = this.#find(name, /^(.+?)(?:_meta\.json$|\/)/.exec(rest)?.[1]);
    if (rest === `${version}_meta.json`) return Response.json(await meta(folder));
    const type = rest.endsWith(".json") ? "application/json" : "text/typescript";
    const path = join(folder, rest.slice(version.length + 1));
    return new Response(await Deno.readFile(path), { headers: { "content-type": type } });
  }
}

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) =>
    join(parentPath, name).slice(folder.length + 1)
  );
}

/** Returns the files of a version with their checksums, and its exports. */
async function meta(folder: string): Promise<unknown> {
  const { exports } = JSON.parse(await readFile(join(folder, "deno.json"), "utf8"));
  const entries = (await pathsIn(folder)).map(async (path) => {
    const bytes = new Uint8Array(await readFile(join(folder, path)));
    const checksum = `sha256-${hash("sha256", bytes)}`;
    return [`/${path}`, { size: bytes.length, checksum }];
  });
  return { manifest: Object.fromEntries(await Promise.all(entries)), exports };
}
