/** A registry of npm on this machine that takes packages, as npm's does: each version once, and one tag a version. */
import { createHash } from "node:crypto";

interface Document {
  readonly name: string;
  readonly "dist-tags": Record<string, string>;
  readonly versions: Record<string, Record<string, unknown>>;
  readonly _attachments?: Record<string, { readonly data: string }>;
}

/** A running registry. */
export class PublishingRegistry implements AsyncDisposable {
  readonly documents: Map<string, Document> = new Map();
  /** A package whose versions it refuses. */
  refuses = "";
  readonly #tarballs = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, (request) => this.#answer(request));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Adds a package with a placeholder, as the first release needs it. */
  reserve(...names: readonly string[]): void {
    for (const name of names) {
      const manifest = { name, version: "0.0.0-placeholder.0", dist: { tarball: `${this.url}/none`, shasum: "" } };
      const tags = { latest: manifest.version };
      this.documents.set(name, { name, "dist-tags": tags, versions: { [manifest.version]: manifest } });
    }
  }

  /** The tags of a package. */
  tagsOf(name: string): Readonly<Record<string, string>> {
    return { ...this.documents.get(name)?.["dist-tags"] };
  }

  async #answer(request: Request): Promise<Response> {
    const path = decodeURIComponent(new URL(request.url).pathname.slice(1));
    if (request.method === "PUT") return this.#take(await request.json());
    const tarball = this.#tarballs.get(path);
    if (tarball) return new Response(tarball);
    const found = this.documents.get(path);
    return found ? Response.json(found) : Response.json({ error: "Not found" }, { status: 404 });
  }

  #take({ name, versions, _attachments = {}, ...rest }: Document): Response {
    const [version = ""] = Object.keys(versions);
    const before = this.documents.get(name);
    if (name === this.refuses) return Response.json({ error: "You may not publish this version" }, { status: 403 });
    if (before?.versions[version]) return Response.json({ error: "cannot publish over" }, { status: 403 });
    for (const { data } of Object.values(_attachments)) {
      const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
      const path = `-/${createHash("sha256").update(bytes).digest("hex")}.tgz`;
      this.#tarballs.set(path, bytes);
      Object.assign(versions[version] ?? {}, {
        dist: {
          tarball: `${this.url}/${path}`,
          integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
        },
      });
    }
    this.documents.set(name, {
      name,
      "dist-tags": { ...before?.["dist-tags"], ...rest["dist-tags"] },
      versions: { ...before?.versions, ...versions },
    });
    return Response.json({ ok: true }, { status: 201 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
