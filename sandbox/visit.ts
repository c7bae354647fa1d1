import type { Connection } from "./context.ts";
import type { World } from "./world.ts";

const PEEKED = 65_536;

/** One request on its way through the sandbox, before any route knows of it. */
export class Visit {
  readonly request: Request;
  readonly world: World;
  readonly connection: Connection | undefined;
  #url: URL | undefined;
  #text: Promise<string> | undefined;

  constructor(request: Request, world: World, connection?: Connection) {
    this.request = request;
    this.world = world;
    this.connection = connection;
  }

  /** Its address, a namespace's prefix taken off. */
  get url(): URL {
    return this.#url ??= new URL(this.request.url);
  }

  /** The path as the documentation spells it, URNs not encoded. */
  get path(): string {
    return this.url.pathname.replace(/%3A/gi, ":");
  }

  /** The signals that end it: the caller's, or the connection's. */
  get ends(): readonly AbortSignal[] {
    const caller = this.connection === undefined ? this.request.signal : this.connection.signal;
    return [caller, this.world.closed];
  }

  /** The first 64 KiB of the body as text; the body stays readable. */
  peek(): Promise<string> {
    return this.#text ??= this.scan(PEEKED);
  }

  /**
   * The start of the body as text, binary parts included; the body stays readable.
   *
   * @param seen Is told what has come so far.
   */
  async scan(most: number, seen?: (text: string) => void): Promise<string> {
    const reader = this.request.body === null ? undefined : this.request.clone().body?.getReader();
    if (reader === undefined) return "";
    const decoder = new TextDecoder();
    let text = "";
    while (text.length < most) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
      seen?.(text);
    }
    reader.cancel().catch(() => {});
    return text;
  }
}
