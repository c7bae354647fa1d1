import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { callApi } from "../../support/sandbox/requests.ts";

/** Returns the headers of a reply, without ids that differ each time. */
async function headersOf(reply: Response): Promise<Record<string, string>> {
  await reply.body?.cancel();
  const { "x-amz-cf-id": _id, date: _date, ...headers } = Object.fromEntries(reply.headers);
  return headers;
}

Deno.test("sandbox headers: a browser's question is answered for ten minutes, with what the service allows", async () => {
  using sandbox = createSandbox();
  const reply = await callApi(sandbox, "OPTIONS /me", { headers: { origin: "https://app.example" } });
  const headers = await headersOf(reply);
  const cors = Object.entries(headers).filter(([name]) => name.startsWith("access-control-"));
  assertEquals({ status: reply.status, ...Object.fromEntries(cors) }, {
    "status": 204,
    "access-control-allow-headers": "Accept, Authorization, Content-Type, Origin",
    "access-control-allow-methods": "GET, PUT, POST, DELETE",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Date",
    "access-control-max-age": "600",
  });
});
