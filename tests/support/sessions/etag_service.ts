import { createHash } from "node:crypto";
import { type ReceivedRequest, respond, serve, type WireServer } from "../wire_server.ts";
import type { ServerResponse } from "node:http";

/** What a service does, which may change while it runs. */
export interface EtagGate {
  /** Whether it returns weak ETags, as behind a proxy that compresses. */
  isWeak?: boolean;
  /** Answers 403 to writes, or carries them out and closes the connection. */
  writes?: "refused" | "unanswered";
}

/** Starts a service. */
export async function startEtagService(gate: EtagGate = {}): Promise<WireServer> {
  const entries = new Map<string, string>();
  return await serve((response, request) => {
    const stored = entries.get(request.url);
    if (request.method !== "PUT") return read(response, stored, gate);
    if (gate.writes === "refused") return respond(response, { status: 403 });
    if (!isAllowed(request, stored)) return respond(response, { status: 412 });
    entries.set(request.url, request.body);
    if (gate.writes === "unanswered") return response.destroy();
    respond(response, { status: stored === undefined ? 201 : 204 });
  });
}

function read(response: ServerResponse, stored: string | undefined, { isWeak }: EtagGate): void {
  if (stored === undefined) return respond(response, { status: 404 });
  const etag = `${isWeak ? "W/" : ""}${etagOf(stored)}`;
  respond(response, { headers: { etag, "content-type": "application/json" }, body: stored });
}

function isAllowed({ headers }: ReceivedRequest, stored: string | undefined): boolean {
  const match = headers["if-match"];
  if (match !== undefined) return stored !== undefined && match === etagOf(stored);
  return headers["if-none-match"] === "*" && stored === undefined;
}

function etagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("hex")}"`;
}
