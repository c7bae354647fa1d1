import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { pathToFileURL } from "node:url";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: { readonly items?: readonly { readonly message: string }[] };
}

/** A language server for a folder. */
export class LanguageServer implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #received = Buffer.alloc(0);
  #lastId = 0;
  #version = 0;

  private constructor(folder: string) {
    const env = { ...process.env, TONEARM_DENO_CONFIG: "", NO_COLOR: "1" };
    this.#child = spawn(process.execPath, ["lsp", "-q"], { cwd: folder, env, stdio: ["pipe", "pipe", "ignore"] });
    this.#child.stdout?.on("data", (chunk) => this.#receive(chunk));
  }

  /** Starts a server, with the folder open and Deno enabled. */
  static async start(folder: string): Promise<LanguageServer> {
    const server = new LanguageServer(folder);
    const uri = pathToFileURL(folder).href;
    await server.#request("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "clone" }],
      initializationOptions: { enable: true, lint: true, cacheOnSave: true },
      capabilities: { textDocument: { diagnostic: {} }, workspace: { configuration: true, workspaceFolders: true } },
    });
    server.#send({ method: "initialized", params: {} });
    return server;
  }

  /** Returns the diagnostics of a document with this text. */
  async diagnose(uri: string, text: string): Promise<string[]> {
    const textDocument = { uri, languageId: "typescript", version: ++this.#version, text };
    this.#send({ method: "textDocument/didOpen", params: { textDocument } });
    // Editors use this command to fetch modules that are missing from the cache.
    await this.#request("workspace/executeCommand", { command: "deno.cache", arguments: [[], uri] });
    const { result } = await this.#request("textDocument/diagnostic", { textDocument: { uri } });
    this.#send({ method: "textDocument/didClose", params: { textDocument: { uri } } });
    return result?.items?.map(({ message }) => message) ?? ["no answer"];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, "exit");
    await this.#request("shutdown", undefined);
    this.#send({ method: "exit" });
    await gone;
  }

  #request(method: string, params: unknown): Promise<Message> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Message>();
    this.#waiting.set(id, resolve);
    this.#send({ id, method, params });
    return promise;
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#child.stdin?.write(`Content-Length: ${new TextEncoder().encode(body).length}\r\n\r\n${body}`);
  }

  #receive(chunk: Uint8Array): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const end = this.#received.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/.exec(this.#received.subarray(0, Math.max(end, 0)).toString())?.[1]);
      if (end < 0 || this.#received.length < end + 4 + length) return;
      const body = this.#received.subarray(end + 4, end + 4 + length).toString();
      this.#received = this.#received.subarray(end + 4 + length);
      this.#handle(JSON.parse(body));
    }
  }

  /** Replies to requests of the server, and resolves pending ones. */
  #handle(message: Message): void {
    const { id, method, params } = message;
    if (id === undefined) return;
    if (method === undefined) return this.#waiting.get(id)?.(message);
    const settings = { enable: true, lint: true };
    this.#send({ id, result: method === "workspace/configuration" ? params?.items?.map(() => settings) : null });
  }
}
