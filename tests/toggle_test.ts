import { assertEquals, assertRejects } from "@std/assert";
import { likes, me, playlists, reposts, ServiceError, tracks } from "../mod.ts";
import { recorder } from "./support/calls.ts";

const GONE = { code: 404, message: "", errors: [] };

const DO = [me.follow, likes.likeTrack, likes.likePlaylist, reposts.repostTrack, reposts.repostPlaylist];
const UNDO = [me.unfollow, likes.unlikeTrack, likes.unlikePlaylist, reposts.unrepostTrack, reposts.unrepostPlaylist];

for (const operation of [...DO, ...UNDO]) {
  Deno.test(`${operation.name}() is true for any success, with a body or without`, async () => {
    assertEquals(await operation(recorder(undefined), 1), true);
    assertEquals(await operation(recorder({ status: "200 - OK" }), 1), true);
  });

  Deno.test(`${operation.name}() throws when a gateway answers 404`, async () => {
    const fault = new ServiceError(404, "Not Found", undefined, { text: "404 page not found" });
    await assertRejects(() => operation(recorder(fault), 1), ServiceError, "404 page not found");
  });

  for (const status of [400, 401, 403, 429, 500]) {
    Deno.test(`${operation.name}() throws a ${status}`, async () => {
      const error = await assertRejects(() => operation(recorder(new ServiceError(status, "", {})), 1), ServiceError);
      assertEquals(error.status, status);
    });
  }
}

for (const operation of UNDO) {
  Deno.test(`${operation.name}() is false when there was nothing to undo`, async () => {
    assertEquals(await operation(recorder(new ServiceError(404, "Not Found", GONE)), 1), false);
  });
}

for (const operation of DO) {
  Deno.test(`${operation.name}() throws when the resource doesn't exist`, async () => {
    await assertRejects(() => operation(recorder(new ServiceError(404, "Not Found", GONE)), 1), ServiceError, "404");
  });
}

const VOID = [tracks.delete, playlists.delete];

for (const operation of [...DO, ...UNDO, ...VOID]) {
  Deno.test(`${operation.name}() accepts a success whose body isn't JSON`, async () => {
    const fetch = () => Promise.resolve(new Response("OK", { headers: { "content-type": "text/plain" } }));
    assertEquals(await operation("token", 1, { fetch }), VOID.some((one) => one === operation) ? undefined : true);
  });
}
