/** A local npm registry that has the project's packages, and redirects to npm's registry for other packages. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Tarballs } from "./packed.ts";
import { ROOT, run } from "./toolbox.ts";

/** A running registry. */
export interface NpmRegistry extends Disposable {
  readonly url: string;
  /** The requested paths. */
  readonly requests: readonly string[];
}

/** Returns the manifest of a packed package. */
async function manifestIn(tarball: string): Promise<Record<string, unknown>> {
  return JSON.parse((await run(["tar", "-xzOf", tarball, "package/package.json"], ROOT)).stdout);
}

/** Returns the registry's document of a package. */
async function packument(tarball: string, url: string): Promise<Record<string, unknown>> {
  const manifest = await manifestIn(tarball);
  const version = String(manifest["version"]);
  const integrity = `sha512-${createHash("sha512").update(await Deno.readFile(tarball)).digest("base64")}`;
  const dist = { tarball: `${url}/-/${basename(tarball)}`, integrity };
  return { name: manifest["name"], "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

/** Starts a registry with these tarballs. */
export async function serveRegistry(tarballs: Tarballs): Promise<NpmRegistry> {
  const usual = (await run(["npm", "config", "get", "registry"], ROOT)).stdout.trim().replace(/\/$/, "");
  const requests: string[] = [];
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve(options, async (request) => {
    const path = decodeURIComponent(new URL(request.url).pathname);
    requests.push(path);
    const packed = Object.entries(tarballs).find(([, tarball]) => path === `/-/${basename(tarball)}`)?.[1];
    if (packed) return new Response(await Deno.readFile(packed));
    const tarball = Object.entries(tarballs).find(([name]) => path === `/${name}`)?.[1];
    if (tarball) return Response.json(await packument(tarball, `http://127.0.0.1:${server.addr.port}`));
    return Response.redirect(`${usual}${new URL(request.url).pathname}`, 302);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    [Symbol.dispose]: () => void server.shutdown(),
  };
}
