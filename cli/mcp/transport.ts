// @ts-types="@modelcontextprotocol/sdk/shared/stdio"
import { deserializeMessage, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types";
import type { Host } from "../host/host.ts";

const LONGEST = 4_000_000;

/** A transport over the host's streams. It closes when stdin has ended and every request has its response. */
export class HostTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #host: Host;
  readonly #unanswered = new Set<string | number>();
  #hasEnded = false;

  constructor(host: Host) {
    this.#host = host;
  }

  async start(): Promise<void> {
    await Promise.resolve();
    void this.#read().catch((error) => this.onerror?.(error)).finally(() => {
      this.#hasEnded = true;
      this.#endIfDone();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#host.stdout.write(serializeMessage(message));
    if ("id" in message && message.id !== undefined && !("method" in message)) this.#unanswered.delete(message.id);
    this.#endIfDone();
  }

  /** Closes the transport; stdin stays open, because it belongs to the host. */
  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  #endIfDone(): void {
    if (this.#hasEnded && this.#unanswered.size === 0) this.onclose?.();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.#host.stdin) {
      rest += decoder.decode(chunk, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > LONGEST) throw new Error(`A message has more than ${LONGEST} characters`);
      for (const line of lines) this.#take(line.replace(/\r$/, ""));
    }
  }

  #take(line: string): void {
    if (line === "") return;
    try {
      const message = deserializeMessage(line);
      if ("id" in message && message.id !== undefined && "method" in message) this.#unanswered.add(message.id);
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
