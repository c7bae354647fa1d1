import { assertEquals } from "@std/assert";
import { RefusedLink } from "../../src/watch/list.ts";
import { failure } from "../support/calls.ts";
import { poll, watched } from "../support/watch/lists.ts";

Deno.test("eventsOf() trusts a link to newer items, unless the service rejects it", async () => {
  const follower = { urn: "soundcloud:users:1" };
  const places = () => ({ "": { ids: ["0"], future: "/me/followers/newer" } });
  const empty = watched("followers", { "/me/followers": [follower] }, places());
  assertEquals(await poll(empty.progress), []);
  const rejected = watched("followers", { "/me/followers": [follower], "/me/followers/newer": 404 }, places());
  assertEquals(await poll(rejected.progress), ["follower:soundcloud:users:1"]);
});

Deno.test("RefusedLink says what the service rejects, with its reply as the cause", () => {
  const cause = failure(404);
  const { message, cause: kept } = new RefusedLink(cause);
  assertEquals({ message, kept }, { message: "SoundCloud rejects its own link", kept: cause });
});
