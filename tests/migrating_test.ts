import { assertEquals } from "@std/assert";
import type * as client from "@tonearm/client";
import type { ServiceClient, ServiceClientConfig } from "@tonearm/client";
import { type Config, EXPORTS, type Functions, type Groups } from "./support/soundcloud_api_ts.ts";
import { takes } from "./support/type_checks.ts";

const GUIDE = await Deno.readTextFile(new URL("../docs/migrating.md", import.meta.url));

type Arguments<F> = F extends (...args: infer A) => unknown ? A : never;
type Taken<Group> = { [K in keyof Group]: Arguments<Group[K]> };

Deno.test("docs/migrating.md has a word on everything that soundcloud-api-ts exports", () => {
  const named = new Set(GUIDE.match(/\w+/g));
  assertEquals(EXPORTS.filter((name) => !named.has(name)), []);
});

Deno.test("the functions take what those of soundcloud-api-ts took, in the same order", () => {
  takes<Taken<typeof client>, Functions>();
});

Deno.test("the methods of a client take what they took", () => {
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

Deno.test("a client takes the settings that it took, but for onTokenRefresh, of which the guide tells", () => {
  takes<ServiceClientConfig, Config>();
});
