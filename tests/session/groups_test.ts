import { assertEquals } from "@std/assert";
import { getTrack, ServiceClient, watch } from "@tonearm/client";

/** What a program may write, and what its editor underlines. It's compiled and never run. */
async function program(client: ServiceClient): Promise<void> {
  // @ts-expect-error an object is no id
  await client.tracks.getTrack({});
  // @ts-expect-error no option has that name
  await client.tracks.getTrack(1, { tokn: "a" });
  // @ts-expect-error a limit is a number
  await client.users.getTracks(1, "20");
  // @ts-expect-error a limit has its own place
  await client.me.getFeed(20, { limit: 3 });
  // @ts-expect-error the app's id has another spelling
  client = new ServiceClient({ clientID: "x" });
  // @ts-expect-error the id is missing
  await getTrack("token");
  // @ts-expect-error there is no such source
  watch("token", "nothing");
  // @ts-expect-error a list has no such method
  await client.users.getTracks(1).nothing();
  for await (const track of client.users.getTracks(1)) track.title satisfies string;
  for await (const page of client.users.getTracks(1).pages()) page.collection satisfies readonly unknown[];
  (await client.users.getTracks(1)).collection.map(({ title }) => title satisfies string);
  const { data: track } = await client.raw.get("/tracks/{id}", { id: 1 });
  track.title satisfies string;
  // @ts-expect-error the path says that a title is a text
  track.title satisfies number;
  const { data } = await client.raw.get("/nowhere");
  // @ts-expect-error nothing is known of another path
  assertEquals(data.title, undefined);
}

Deno.test("mod.ts: wrong arguments are type errors, lists have both forms, and raw requests are typed by their path", () => {
  assertEquals(program.length, 1);
});
