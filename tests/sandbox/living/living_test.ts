import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { createSandbox, parseWorldData } from "@tonearm/sandbox";
import { caller, type Item } from "../../support/api.ts";
import { control } from "../../support/sandbox/requests.ts";
import { ACTIVITY, counts, LABEL, living, START } from "./living_world.ts";
import { temporaryFolder } from "../../support/folder.ts";

const DAY = 86_400_000;

Deno.test("createSandbox({ activity }): counts follow from the seed and the time, whatever the steps of the clock", async () => {
  using once = living();
  assertEquals(await counts(once), { tracks: [[0, 0, 0, 0], [0, 0, 0, 0]], followers_count: 0, likes: [0] });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -5 * DAY, max: 40 * DAY }), { maxLength: 6 }), async (steps) => {
      using often = living();
      for (const step of steps) {
        often.clock.advance(step);
        await counts(often);
      }
      once.clock.set(often.clock.now());
      assertEquals(await counts(often), await counts(once));
    }),
    { numRuns: 12 },
  );
  using other = living({ ...LABEL, seed: 7 });
  for (const sandbox of [once, other]) sandbox.clock.set(START + 90 * DAY);
  assert(JSON.stringify(await counts(other)) !== JSON.stringify(await counts(once)), "another seed has other counts");
});

Deno.test("createSandbox({ activity }): pages of likers, reposters, comments and followers have as many items as the counts say", async () => {
  using sandbox = living();
  const api = caller(sandbox, "label");
  sandbox.clock.advance(45 * DAY);
  const fan = caller(sandbox, "listener-7");
  await fan.post("/likes/tracks/1");
  await fan.post("/tracks/1/comments", { comment: { body: "Now!" } });
  sandbox.clock.advance(45 * DAY);
  const all = async (path: string) => {
    const found: Item[] = [];
    for (let next: string | null | undefined = path; next;) {
      const { body } = await api.get(next);
      found.push(...body.collection);
      next = body.next_href;
    }
    return found;
  };
  const [two, one] = (await api.get("/me/tracks")).items;
  const lists = {
    favoritings_count: await all("/tracks/1/favoriters?limit=17"),
    reposts_count: await all("/tracks/1/reposters?limit=50"),
    comment_count: await all("/tracks/1/comments?limit=7"),
  };
  for (const [name, list] of Object.entries(lists)) {
    assertEquals(list.length, one?.[name], name);
    assertEquals(new Set(list.map(({ id }) => id)).size, list.length, `${name}: each once`);
  }
  const dates = lists.comment_count.map(({ created_at }) => created_at);
  assertEquals(dates, [...dates].sort().reverse(), "newest first");
  const own = lists.comment_count.findIndex(({ body }) => body === "Now!");
  assert(own > 0 && own < dates.length - 1, "a stored comment has its place among those of listeners");
  assertEquals((await all("/me/followers?limit=200")).length, (await api.get("/me")).body.followers_count);
  assert(Number(two?.playback_count) > 5 * Number(one?.playback_count), "a track has its own rate");
  const [newest] = lists.favoritings_count;
  assertEquals((await api.get(`/users/${newest?.id}`)).body.id, newest?.id, "listeners are users");
});

Deno.test("createSandbox({ activity }): nothing happens to a private track, and its counts stay", async () => {
  using sandbox = living();
  const api = caller(sandbox, "label");
  const plays = async () => (await api.get("/tracks/1")).body.playback_count;
  const share = async (sharing: string) => void await api.put("/tracks/1", { track: { sharing } });
  sandbox.clock.advance(10 * DAY);
  const early = await plays();
  await share("private");
  for (let i = 0; i < 3; i++) {
    sandbox.clock.advance(DAY);
    assertEquals(await plays(), early);
  }
  await share("public");
  assertEquals(await plays(), early);
  sandbox.clock.advance(10 * DAY);
  assert(Number(await plays()) > Number(early));
});

Deno.test("createSandbox({ activity }): over a year, the tracks of a world have its rates on average", async () => {
  const tracks = Array.from({ length: 600 }, (_, i) => ({ title: `Track ${i}`, user: "label" }));
  using sandbox = living({ ...LABEL, tracks, playlists: [] });
  sandbox.clock.advance(365 * DAY);
  const days = await sandbox.control.activity();
  const mean = (name: "plays" | "likes") => days.reduce((sum, day) => sum + day[name], 0) / 600 / days.length;
  const [plays, likes] = [mean("plays"), mean("likes")];
  assert(plays > 34 && plays < 54, `about 40 plays a day, and a few more after the release: ${plays}`);
  assert(likes > 1.7 && likes < 2.7, `about 2 likes a day: ${likes}`);
  const weekdays = Array.from(
    { length: 7 },
    (_, weekday) =>
      days.filter(({ date }) => new Date(date).getUTCDay() === weekday).reduce((sum, { plays }) => sum + plays, 0),
  );
  assert((weekdays[0] ?? 0) > (weekdays[2] ?? 0), "more on Sundays than on Tuesdays");
  const week = (n: number) => days.slice(n * 7 + 1, n * 7 + 8).reduce((sum, { plays }) => sum + plays, 0);
  assert(week(0) > 3 * week(30), "most plays are after the release");
});

Deno.test("createSandbox({ activity }): a file, a reset, a snapshot and an export keep its time", async () => {
  await using directory = await temporaryFolder();
  const options = { ...LABEL, path: `${directory.path}/state.db` };
  let seen: unknown;
  {
    using sandbox = living(options);
    sandbox.clock.advance(20 * DAY);
    seen = await counts(sandbox);
  }
  using again = createSandbox({ path: options.path });
  assertEquals(await counts(again), seen);
  await control(again, "POST /snapshots", { name: "then" });
  again.clock.advance(DAY);
  assert(JSON.stringify(await counts(again)) !== JSON.stringify(seen));
  await control(again, "POST /snapshots/then/restore");
  assertEquals(await counts(again), seen);
  using imported = createSandbox();
  await imported.control.data.import(await again.control.data.export());
  assertEquals(await counts(imported), seen);
  await control(again, "POST /reset");
  assertEquals(await counts(again), { tracks: [[0, 0, 0, 0], [0, 0, 0, 0]], followers_count: 0, likes: [0] });
  using later = createSandbox({ path: `${directory.path}/plain.db`, ...LABEL });
  later.close();
  using switched = createSandbox({ path: `${directory.path}/plain.db`, activity: ACTIVITY });
  switched.clock.advance(20 * DAY);
  assert(JSON.stringify(await counts(switched)).length > 60, "a kept world can be brought to life later");
});

Deno.test("createSandbox({ activity }): refuses what it can't be, in options, data and files", async () => {
  assertThrows(
    () => createSandbox({ activity: { playsPerDay: -1 } }),
    TypeError,
    "playsPerDay of the activity is not a number from 0 to 1000000",
  );
  assertThrows(
    () => createSandbox({ activity: { playPerDay: 1 } as never }),
    TypeError,
    "no field playPerDay, did you mean playsPerDay?",
  );
  assertThrows(
    () => createSandbox({ activity: { since: "soon" } }),
    TypeError,
    "since of the activity is not a time",
  );
  const data = { users: [{ permalink: "ann", activity: { listeners: 3 } }] } as never;
  assertThrows(
    () => createSandbox(data),
    TypeError,
    "users[0].activity must be an activity (the activity has no field listeners",
  );
  await parseWorldData("activity: { playsPerDay: x }", "w.yaml").then(() => assert(false), (error) => {
    assertEquals(error.message, "Cannot read w.yaml: playsPerDay of the activity is not a number from 0 to 1000000");
  });
  using still = createSandbox();
  assertEquals((await control(still, "GET /activity")).status, 409);
});
