/**
 * A key-value service over HTTP whose entries have ETags (RFC 9110).
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type ReceivedRequest, respond, serve, type WireServer } from "../wire_server.ts";
import type { ServerResponse } from "node:http";

/** Starts a service. */
export async function startEtagService(): Promise<WireServer> {
  const entries = new Map<string, string>();
  return await serve((response, request) => {
    const stored = entries.get(request.url);
    if (request.method !== "PUT") return read(response, stored);
    if (!isAllowed(request, stored)) return respond(response, { status: 412 });
    entries.set(request.url, request.body);
    respond(response, { status: stored === undefined ? 201 : 204 });
  });
}

function read(response: ServerResponse, stored: string | undefined): void {
  if (stored === undefined) return respond(response, { status: 404 });
  respond(response, { headers: { etag: etagOf(stored), "content-type": "application/json" }, body: stored });
}

function isAllowed({ headers }: ReceivedRequest, stored: string | undefined): boolean {
  const match = headers["if-match"];
  if (match !== undefined) return stored !== undefined && match === etagOf(stored);
  return headers["if-none-match"] === "*" && stored === undefined;
}

function etagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("hex")}"`;
}
