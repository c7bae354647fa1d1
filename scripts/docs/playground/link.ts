/** Links that hold a program: `#code=`, then the program, compressed. */
const HOLDS = /^#code=([\w-]+)$/;

async function through(bytes: Uint8Array<ArrayBuffer>, change: CompressionStream | DecompressionStream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer());
}

/** Returns the fragment of a URL that holds a program. */
export async function fragmentOf(code: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(code), new CompressionStream("deflate-raw"));
  const base64 = btoa(String.fromCharCode(...packed));
  return `#code=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns the program in a fragment; undefined if it holds none. */
export async function codeOf(fragment: string): Promise<string | undefined> {
  const packed = HOLDS.exec(fragment)?.[1];
  if (packed === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return undefined;
  }
}
