import { assert, assertEquals } from "@std/assert";
import { ServiceClient, ServiceError } from "@tonearm/client";
import { ARGUMENTS, GROUPS } from "../support/operations/operations.ts";

/** Operations that take any reply: writes without a result, addresses, and waits for something that does not exist yet. */
const FREE = /^(?:(?:un)?(?:follow|like|repost)|delete|getPreviewUrl|waitUntilReady)/;

/** A client whose every reply has this body. */
function clientOf(body: string): ServiceClient {
  const headers = { "content-type": "application/json" };
  const client = new ServiceClient({
    clientId: "id",
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(body, { headers })),
  });
  client.setToken("token");
  return client;
}

async function codeOf(client: ServiceClient, group: typeof GROUPS[number], name: string): Promise<unknown> {
  const operations = client[group] as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  const args = ARGUMENTS[`${group}.${name}`] ?? [1];
  try {
    return { result: await operations[name]!(...args) };
  } catch (error) {
    return error instanceof ServiceError ? error.code : error;
  }
}

for (const body of ["", "null", "42", "true", '"text"']) {
  Deno.test(`ServiceClient: every operation with a result rejects ${body || "an empty reply"} with invalid_body`, async () => {
    const client = clientOf(body);
    const codes = GROUPS.flatMap((group) =>
      Object.keys(client[group]).filter((name) => !FREE.test(name)).map(async (name) =>
        [`${group}.${name}`, await codeOf(client, group, name)] as const
      )
    );
    const other = (await Promise.all(codes)).filter(([, code]) => code !== "invalid_body");
    assert(codes.length > 50);
    assertEquals(other, []);
  });
}
