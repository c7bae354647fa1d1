import { assertEquals, assertStrictEquals } from "@std/assert";
import * as api from "../../mod.ts";
import { ServiceClient } from "../../src/session/client.ts";
import * as auth from "../../src/operations/auth.ts";
import {
  type Call,
  ENDPOINTS,
  type Exchange,
  type Expectation,
  expectations,
  LOCAL,
  operationNames,
  UNDOCUMENTED,
} from "../support/operations/operations.ts";
import { comparable, type Received, ScriptedServer } from "./scripted_server.ts";

type Operation = (...args: unknown[]) => unknown;
type Group = Record<string, Operation>;

const TOKEN = "t-123";
const modules = { ...api, auth } as unknown as Record<string, Group>;

function client(base: string): Record<string, Group> {
  const made = new ServiceClient({
    clientId: "app",
    clientSecret: "p@ss ü",
    redirectUri: "https://app.example/callback",
    baseUrl: base,
    authUrl: base,
  });
  made.setToken(TOKEN);
  return made as unknown as Record<string, Group>;
}

function find(groups: Record<string, Group>, name: string): Operation {
  const [group = "", own = ""] = name.split(".");
  return groups[group]?.[own]!;
}

Deno.test("src/operations: every endpoint of the service has an operation, and every operation an endpoint", () => {
  const rows = expectations("http://base.test");
  const called = new Set(rows.map(({ endpoint }) => endpoint));
  assertEquals([...called].sort(), [...ENDPOINTS, ...Object.keys(UNDOCUMENTED)].sort());
  for (const { name, endpoint, calls } of rows) {
    const shape = new RegExp(`^${endpoint.replace(/\{\w+\}/g, "[^/]+")}$`);
    const fits = calls.every(({ exchanges }) => exchanges.some(({ method, path }) => shape.test(`${method} ${path}`)));
    assertEquals(fits, true, `${name} calls ${endpoint}`);
  }
});

Deno.test("src/operations: every exported operation has an expectation, and every expectation an operation", () => {
  const expected = [...expectations("http://base.test").map(({ name }) => name), ...LOCAL].sort();
  assertEquals(operationNames(modules), expected);
  // A bare token has no session to give a token of.
  assertEquals(operationNames(client("http://127.0.0.1:1")), [...expected, "auth.getAccessToken"].sort());
});

Deno.test("src/operations: every operation is also exported flat under a unique name", () => {
  const flat = api as unknown as Record<string, Operation>;
  for (const row of expectations("http://base.test")) {
    if (row.flat) assertStrictEquals(flat[row.flat], find(modules, row.name), row.flat);
  }
});

Deno.test("src/operations: every operation sends what the service expects, standalone and through the client", async (t) => {
  await using server = new ScriptedServer();
  const groups = client(server.url);
  const addresses = { baseUrl: server.url, authUrl: server.url };
  for (const row of expectations(server.url)) {
    await t.step(row.name, async () => {
      for (const call of row.calls) {
        const { args, standalone = [TOKEN, ...args], options } = call;
        await check(server, row, call, () => find(modules, row.name)(...standalone, { ...options, ...addresses }));
        await check(server, row, call, () => find(groups, row.name)(...args, options));
      }
    });
  }
});

async function check(server: ScriptedServer, row: Expectation, call: Call, send: Operation): Promise<void> {
  server.script(call.exchanges);
  const result = await send();
  const anonymous = row.name.startsWith("auth.") && row.endpoint !== "POST /disconnect";
  const expected = call.exchanges.map((exchange) => wanted(exchange, anonymous ? undefined : `OAuth ${TOKEN}`));
  assertEquals(server.received.map(seen), await Promise.all(expected));
  assertEquals(result, call.result);
}

/** What a request is compared by. */
function seen({ method, path, query, headers, body }: Received): unknown {
  return {
    method,
    path,
    query,
    accept: headers.get("accept"),
    authorization: headers.get("authorization") ?? undefined,
    contentType: headers.get("content-type")?.replace(/boundary=.*/, "boundary"),
    hasLength: headers.has("content-length") && !headers.has("transfer-encoding"),
    body,
  };
}

async function wanted(exchange: Exchange, token: string | undefined): Promise<unknown> {
  const { method, path, query, headers, json, form, urlencoded } = exchange;
  const files = Object.entries(form ?? {}).map(async ([name, value]) => [name, await comparable(value)]);
  const types = [
    json && "application/json",
    form && "multipart/form-data; boundary",
    urlencoded && "application/x-www-form-urlencoded;charset=UTF-8",
  ];
  return {
    method,
    path,
    query,
    accept: "application/json; charset=utf-8",
    authorization: headers?.authorization ?? token,
    contentType: types.find(Boolean) || undefined,
    hasLength: method === "POST" || method === "PUT",
    body: form ? Object.fromEntries(await Promise.all(files)) : json ?? urlencoded,
  };
}
