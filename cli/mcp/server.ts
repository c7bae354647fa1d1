/**
 * The MCP server: at most twelve tools, over stdin and stdout.
 *
 * @module
 */

// @ts-types="@modelcontextprotocol/sdk/server/mcp"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Context } from "../context.ts";
import { VERSION } from "../version.ts";
import { addReadingTools } from "./reading.ts";
import { HostTransport } from "./transport.ts";
import { addWritingTools } from "./writing.ts";

/** The permissions of a server. */
export interface ServerOptions {
  /** Whether tools may change data. */
  readonly mayWrite: boolean;
  /** The folders from which files may be uploaded. */
  readonly roots: readonly string[];
}

const INSTRUCTIONS = "SoundCloud, as the signed-in user. Name things by urn. Lists come in pages: pass a page's " +
  "cursor on for more. Sound can't be downloaded; play_link gives a page that plays it.";

/** Serves until stdin ends or the program is interrupted. */
export async function serve(context: Context, { mayWrite, roots }: ServerOptions): Promise<void> {
  const { client, apiUrl } = await context.connectAsUser();
  const server = new McpServer({ name: "tonearm", version: VERSION }, { instructions: INSTRUCTIONS });
  addReadingTools(server, context, client);
  if (mayWrite) addWritingTools(server, context, { client, apiUrl, roots });
  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    context.host.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.connect(new HostTransport(context.host));
  await ended;
  await server.close();
}
