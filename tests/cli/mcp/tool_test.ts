import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/inMemory"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
// @ts-types="@modelcontextprotocol/sdk/server/mcp"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { askUser } from "../../../cli/mcp/tool.ts";

Deno.test("askUser() waits for a user who takes an hour to answer", async () => {
  using time = new FakeTime();
  const server = new McpServer({ name: "test", version: "1" });
  await using _server = { [Symbol.asyncDispose]: () => server.close() };
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: accepted, resolve: accept } = Promise.withResolvers<{ action: "accept"; content: object }>();
  client.setRequestHandler(ElicitRequestSchema, () => {
    ask();
    return accepted as never;
  });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  const answer = askUser(server, "Allow it?", new AbortController().signal).then(() => "accepted", String);
  await asked;
  await time.tickAsync(3_600_000);
  accept({ action: "accept", content: {} });
  assertEquals(await answer, "accepted");
});
