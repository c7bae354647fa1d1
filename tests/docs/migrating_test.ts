import { assertEquals } from "@std/assert";
import type * as client from "@tonearm/client";
import { ServiceClient, type ServiceClientConfig } from "@tonearm/client";
import * as theirs from "soundcloud-api-ts";
import { takes } from "../support/type_checks.ts";

const GUIDE = await Deno.readTextFile(new URL("../../docs/guides/migrating.md", import.meta.url));

const SDK_GUIDE = await Deno.readTextFile(new URL("../../docs/guides/migrating-from-sdk.md", import.meta.url));

/** What `soundcloud` 3.3.2 exports, as its `index.js` has it. */
const SDK = ["initialize", "get", "post", "put", "delete", "upload", "connect", "isConnected", "oEmbed", "resolve"]
  .concat("Recorder", "Promise", "stream", "connectCallback");

type Arguments<F> = F extends (...args: infer A) => unknown ? A : never;
type Taken<Group> = { [K in keyof Group]: Arguments<Group[K]> };
/** The arguments, but for the licence, which the guide calls narrower here. */
type Given<Group> = { [K in keyof Group]: Loosened<Arguments<Group[K]>> };
type Loosened<List> = { [I in keyof List]: "license" extends keyof List[I] ? Omit<List[I], "license"> : List[I] };

/** The types that soundcloud-api-ts exports, which leave no trace at run time. */
const TYPES = "CreatePlaylistParams RawResponse RequestOptions RetryConfig RetryInfo SCRequestTelemetry " +
  "SoundCloudActivitiesResponse SoundCloudActivity SoundCloudCache SoundCloudCacheEntry SoundCloudClientConfig " +
  "SoundCloudComment SoundCloudCommentUser SoundCloudConnection SoundCloudMe SoundCloudPaginatedResponse " +
  "SoundCloudPlaylist SoundCloudQuota SoundCloudStreams SoundCloudSubscription SoundCloudSubscriptionProduct " +
  "SoundCloudToken SoundCloudTrack SoundCloudUser SoundCloudWebProfile TokenOption TokenProvider TokenStore " +
  "UpdatePlaylistParams UpdateTrackParams";

Deno.test("docs/guides/migrating.md mentions every export of soundcloud-api-ts", () => {
  const named = new Set(GUIDE.match(/\w+/g));
  const exported = [...Object.keys(theirs), ...TYPES.split(" ")].filter((name) => !/^(?:default|module\.)/.test(name));
  assertEquals(exported.filter((name) => !named.has(name)), []);
});

Deno.test("docs/guides/migrating-from-sdk.md has a row for every export of the JavaScript SDK", () => {
  const rows = SDK_GUIDE.split("\n").filter((line) => line.startsWith("| `SC.")).join("\n");
  assertEquals(SDK.filter((name) => !new RegExp(`\\| \`SC\\.${name}\\b`).test(rows)), []);
});

Deno.test("docs/guides/migrating-from-sdk.md names only operations of a client", () => {
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret" });
  const groups = client as unknown as Record<string, object | undefined>;
  const calls = SDK_GUIDE.matchAll(/`(auth|me|users|tracks|playlists|search|resolve|likes|raw)\.(\w+)\(/g);
  const unknown = [...calls].filter(([, group = "", name = ""]) => !(name in (groups[group] ?? {})));
  assertEquals(unknown.map(([call]) => call), []);
});

/** Their functions but the generic ones; calls of them show that none is missing. */
type Functions = Omit<
  Given<Pick<typeof theirs, keyof typeof theirs & keyof typeof client>>,
  "paginate" | "paginateItems" | "fetchAll"
>;
type Groups = theirs.SoundCloudClient;

Deno.test("ServiceClient: the functions have the parameters of soundcloud-api-ts, in the same order", () => {
  takes<Taken<typeof client>, Functions>();
});

Deno.test("ServiceClient: the methods have the parameters of soundcloud-api-ts", () => {
  takes<Taken<ServiceClient["auth"]>, Given<Groups["auth"]>>();
  takes<Taken<ServiceClient["me"]>, Given<Groups["me"]>>();
  takes<Taken<ServiceClient["users"]>, Given<Groups["users"]>>();
  takes<Taken<ServiceClient["tracks"]>, Given<Groups["tracks"]>>();
  takes<Taken<ServiceClient["playlists"]>, Given<Groups["playlists"]>>();
  takes<Taken<ServiceClient["search"]>, Given<Groups["search"]>>();
  takes<Taken<ServiceClient["resolve"]>, Given<Groups["resolve"]>>();
  takes<Taken<ServiceClient["likes"]>, Given<Groups["likes"]>>();
  takes<Taken<ServiceClient["reposts"]>, Given<Groups["reposts"]>>();
  takes<Taken<ServiceClient["raw"]>, Given<Omit<Groups["raw"], "request" | "post" | "put">>>();
});

Deno.test("ServiceClient: a client accepts the settings of soundcloud-api-ts, except onTokenRefresh, which the guide covers", () => {
  takes<ServiceClientConfig, Omit<theirs.SoundCloudClientConfig, "onTokenRefresh">>();
});
