const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  png: "image/png",
  woff2: "font/woff2",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** A served site. */
export interface StaticSite extends AsyncDisposable {
  /** The URL of the site, without a trailing slash. */
  readonly url: string;
}

/** Serves the files of a folder on a free port. */
export function serveFolder(folder: URL): StaticSite {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    for (const path of [`.${pathname}`, `.${pathname}.html`, `.${pathname}index.html`]) {
      const body = await Deno.readFile(new URL(path, folder)).catch(() => undefined);
      if (!body) continue;
      return new Response(body, { headers: { "content-type": TYPES[path.split(".").at(-1) ?? ""] ?? "text/plain" } });
    }
    return new Response("not found", { status: 404 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The size of a response's body as web hosts send it. */
export async function zippedSize(bytes: Uint8Array): Promise<number> {
  const zipped = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(zipped).arrayBuffer()).byteLength;
}
