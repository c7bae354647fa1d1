import { assertEquals } from "@std/assert";
import type * as client from "@tonearm/client";
import { ServiceClient, type ServiceClientConfig } from "@tonearm/client";
import { type Config, EXPORTS, type Functions, type Groups } from "../support/docs/soundcloud_api_ts.ts";
import { takes } from "../support/type_checks.ts";

const GUIDE = await Deno.readTextFile(new URL("../../docs/migrating.md", import.meta.url));

const SDK_GUIDE = await Deno.readTextFile(new URL("../../docs/migrating-from-sdk.md", import.meta.url));

/** What `soundcloud` 3.3.2 exports, as its `index.js` has it. */
const SDK = ["initialize", "get", "post", "put", "delete", "upload", "connect", "isConnected", "oEmbed", "resolve"]
  .concat("Recorder", "Promise", "stream", "connectCallback");

type Arguments<F> = F extends (...args: infer A) => unknown ? A : never;
type Taken<Group> = { [K in keyof Group]: Arguments<Group[K]> };

Deno.test("docs/migrating.md mentions every export of soundcloud-api-ts", () => {
  const named = new Set(GUIDE.match(/\w+/g));
  assertEquals(EXPORTS.filter((name) => !named.has(name)), []);
});

Deno.test("docs/migrating-from-sdk.md has a row for every export of the JavaScript SDK", () => {
  const rows = SDK_GUIDE.split("\n").filter((line) => line.startsWith("| `SC.")).join("\n");
  assertEquals(SDK.filter((name) => !new RegExp(`\\| \`SC\\.${name}\\b`).test(rows)), []);
});

Deno.test("docs/migrating-from-sdk.md names only operations of a client", () => {
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret" });
  const groups: Record<string, object> = { ...client };
  const calls = SDK_GUIDE.matchAll(/`(auth|me|users|tracks|playlists|search|resolve|likes|raw)\.(\w+)\(/g);
  const unknown = [...calls].filter(([, group = "", name = ""]) => !(name in (groups[group] ?? {})));
  assertEquals(unknown.map(([call]) => call), []);
});

Deno.test("ServiceClient: the functions have the parameters of soundcloud-api-ts, in the same order", () => {
  takes<Taken<typeof client>, Functions>();
});

Deno.test("ServiceClient: the methods have the parameters of soundcloud-api-ts", () => {
  takes<Taken<ServiceClient["auth"]>, Groups["auth"]>();
  takes<Taken<ServiceClient["me"]>, Groups["me"]>();
  takes<Taken<ServiceClient["users"]>, Groups["users"]>();
  takes<Taken<ServiceClient["tracks"]>, Groups["tracks"]>();
  takes<Taken<ServiceClient["playlists"]>, Groups["playlists"]>();
  takes<Taken<ServiceClient["search"]>, Groups["search"]>();
  takes<Taken<ServiceClient["resolve"]>, Groups["resolve"]>();
  takes<Taken<ServiceClient["likes"]>, Groups["likes"]>();
  takes<Taken<ServiceClient["reposts"]>, Groups["reposts"]>();
  takes<Taken<ServiceClient["raw"]>, Groups["raw"]>();
});

Deno.test("ServiceClient: a client accepts the settings of soundcloud-api-ts, except onTokenRefresh, which the guide covers", () => {
  takes<ServiceClientConfig, Config>();
});
