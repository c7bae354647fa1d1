// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type Home, program } from "../../support/cli/cli.ts";
import { unmarked } from "./calls.ts";

/** The result of a tool. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  /** The JSON of the result; undefined for an error. */
  // deno-lint-ignore no-explicit-any -- a test reads what it expects
  readonly value: any;
}

/** A connected client. */
export interface Assistant extends AsyncDisposable {
  readonly client: Client;
  /** The texts of all results so far. */
  readonly texts: string[];
  /** The output of the server on stderr. */
  readonly log: () => string;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
}

/** Starts a server with these options and connects to it. */
export function assistant(home: Home, ...options: string[]): Promise<Assistant> {
  return connect(home, options, new Client({ name: "test", version: "1" }));
}

/** Like `assistant()`, with a user who accepts or declines each confirmation. */
export function assistantWithUser(
  home: Home,
  agrees: (message: string) => boolean,
  ...options: string[]
): Promise<Assistant> {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params: { message } }) => ({
    action: agrees(message) ? "accept" : "decline",
    content: {},
  }));
  return connect(home, options, client);
}

async function connect(home: Home, options: readonly string[], client: Client): Promise<Assistant> {
  const [command, ...args] = program();
  const transport = new StdioClientTransport({
    command,
    args: [...args, "mcp", ...options],
    env: home.env(),
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk: Uint8Array) => log += new TextDecoder().decode(chunk));
  await client.connect(transport);
  const texts: string[] = [];
  return {
    client,
    texts,
    log: () => log,
    call: async (name, args = {}) => {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
      const [{ text }] = content as [{ text: string }];
      texts.push(text);
      return {
        isError: isError === true,
        text,
        value: isError ? undefined : JSON.parse(unmarked(text, structuredContent)),
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
