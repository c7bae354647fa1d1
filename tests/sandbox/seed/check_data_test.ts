import { assertEquals, assertThrows } from "@std/assert";
import { checkData } from "../../../sandbox/seed/check_data.ts";

type Items = Readonly<Record<string, unknown>>;

/** An item of each part with all that it needs. */
const NEEDED: Readonly<Record<string, Items>> = {
  apps: { clientId: "a" },
  users: { permalink: "x" },
  tracks: { title: "x", user: "x" },
  playlists: { title: "x", user: "x" },
  comments: { track: "x", user: "x", body: "x" },
};

const TEXT = { wanted: "a string", good: ["a"], bad: [null, 1, ""] };
const WORDS = { wanted: "a string", good: ["", "a"], bad: [null, 1] };
const STRINGS = { wanted: "a list of strings", good: [[], ["a", "b"]], bad: [null, "a", ["a", ""], [1]] };
const SECRET = { wanted: "a secret such as s-a1b2c3d4e5f", good: ["s-a", "s-A1_"], bad: [null, "abc", "s-", "s-a/b"] };
const FLAG = { wanted: "true or false", good: [true, false], bad: [null, 1, "true"] };
const COUNT = { wanted: "a whole number from 0", good: [0, 7], bad: [null, -1, 0.5, "1"] };
const TIME = {
  wanted: "a time such as 2026-01-01T00:00:00Z",
  good: ["2026-01-01T00:00:00Z"],
  bad: [null, 5, "soon"],
};
const NAME = {
  wanted: "a word of the letters a to z, digits, - and _",
  good: ["a", "night-ferry_9", "x".repeat(100)],
  bad: [null, "", "A", "a b", "x".repeat(101)],
};
const COUNTRIES = { wanted: "a list of countries such as DE", good: [[], ["DE", "FR"]], bad: ["DE", ["de"], ["DEU"]] };
const LIKES = {
  wanted: "a list of strings, or a number up to 100000",
  good: [0, 100_000, [], ["a/b"]],
  bad: [null, -1, 100_001, 0.5, "a"],
};
const ADDRESSES = {
  wanted: "a list of URLs such as http://localhost:3000/callback",
  good: [["http://localhost:3000/callback"], ["app:back", "https://a.test"]],
  bad: [[], "http://a.test", ["here"]],
};
const PROFILE = { service: "website", title: "Home", url: "https://a.test" };
const PROFILES = {
  wanted: "a list of links such as { service: website, title: Home, url: https://example.com }",
  good: [[], [PROFILE, { ...PROFILE, username: "a" }]],
  bad: [
    ...[null, PROFILE, [null], [{ ...PROFILE, url: "a" }], [{ ...PROFILE, more: "a" }], [{ ...PROFILE, title: "" }]],
    ...Object.keys(PROFILE).map((
      left,
    ) => [Object.fromEntries(Object.entries(PROFILE).filter(([key]) => key !== left))]),
  ],
};
const ADDRESS = { wanted: "a URL such as https://example.com/1.jpg", good: ["https://a.test"], bad: [null, "", "a"] };
const DAY = { wanted: "a day such as 2026-01-31", good: ["2026-01-31"], bad: [null, "2026-1-31", "2026-13-01", "26"] };
const LIMITS = {
  wanted: "an object with whole numbers for clientCredentialsPerApp, playsLimit, gatewayBurst",
  good: [{}, { playsLimit: 0, clientCredentialsPerApp: 1, gatewayBurst: 2 }],
  bad: [null, 1, { plays: 1 }, { playsLimit: -1 }],
};

function oneOf(...choices: readonly string[]) {
  return { wanted: `one of ${choices.join(", ")}`, good: choices, bad: [null, "", `${choices[0]}x`] };
}

const SHARING = oneOf("public", "private");

/** The fields of each part, and the values that they accept. */
const FIELDS: Readonly<
  Record<string, Readonly<Record<string, { wanted: string; good: readonly unknown[]; bad: readonly unknown[] }>>>
> = {
  apps: {
    ...{ clientId: TEXT, name: TEXT, redirectUris: ADDRESSES, limits: LIMITS, plan: oneOf("free", "paid") },
    credentials: oneOf("documented", "basic", "body", "any"),
    clientSecret: { wanted: "a string", good: ["a", null], bad: ["", 1] },
  },
  users: {
    ...{ permalink: NAME, username: TEXT, description: WORDS, city: WORDS, country: WORDS, emailConfirmed: FLAG },
    ...{ plan: oneOf("Free", "Pro", "Pro Unlimited"), likes: LIKES, reposts: STRINGS, follows: STRINGS },
    webProfiles: PROFILES,
    website: ADDRESS,
  },
  tracks: {
    ...{ title: TEXT, user: TEXT, permalink: NAME, description: WORDS, genre: WORDS, tags: STRINGS, duration: COUNT },
    ...{ access: oneOf("playable", "preview", "blocked"), countries: COUNTRIES, sharing: SHARING, secretToken: SECRET },
    ...{ processing: FLAG, downloadable: FLAG, commentable: FLAG, createdAt: TIME },
    ...{ releaseDate: DAY, bpm: { wanted: "a tempo up to 999", good: [0.5, 999.9], bad: [null, 0, 1000, "9"] } },
  },
  playlists: {
    ...{ title: TEXT, user: TEXT, permalink: NAME, description: WORDS, genre: WORDS, tags: STRINGS, tracks: STRINGS },
    ...{ sharing: SHARING, secretToken: SECRET },
  },
  comments: { track: TEXT, user: TEXT, body: TEXT, timestamp: COUNT },
};

for (const [part, fields] of Object.entries(FIELDS)) {
  for (const [name, { wanted, good, bad }] of Object.entries(fields)) {
    Deno.test(`checkData(): ${name} of ${part} is ${wanted}`, () => {
      const dataOf = (value: unknown) => ({ [part]: [NEEDED[part], { ...NEEDED[part], [name]: value }] });
      for (const value of good) assertEquals<unknown>(checkData(dataOf(value), "it"), dataOf(value));
      for (const value of bad) {
        const { message } = assertThrows(() => checkData(dataOf(value), "the file"), TypeError);
        const shown = JSON.stringify(value).slice(0, 60);
        assertEquals(message, `Cannot read the file: ${part}[1].${name} must be ${wanted}, not ${shown}`);
      }
    });
  }
}

const messageOf = (data: unknown) => assertThrows(() => checkData(data, "the file"), TypeError).message;

for (const [part, item] of Object.entries(NEEDED)) {
  Deno.test(`checkData() names each field that an item of ${part} needs`, () => {
    checkData({ [part]: [] }, "the file");
    for (const name of Object.keys(item)) {
      const { [name]: _, ...rest } = item;
      assertEquals(messageOf({ [part]: [rest] }), `Cannot read the file: ${part}[0].${name} is missing`);
    }
  });
}

Deno.test("checkData() says where a list or an object is missing, and what is there", () => {
  assertEquals(messageOf(null), "Cannot read the file: the data must be an object, not null");
  assertEquals(messageOf([]), "Cannot read the file: the data must be an object, not []");
  assertEquals(messageOf(undefined), "Cannot read the file: the data must be an object, not nothing");
  assertEquals(messageOf({ users: "ann" }), 'Cannot read the file: users must be a list, not "ann"');
  assertEquals(messageOf({ users: ["ann"] }), 'Cannot read the file: users[0] must be an object, not "ann"');
  assertEquals(messageOf({ users: [[]] }), "Cannot read the file: users[0] must be an object, not []");
});

Deno.test("checkData() accepts an empty world, and only true or false for it", () => {
  for (const empty of [true, false]) assertEquals(checkData({ empty }, "the file"), { empty });
  assertEquals(messageOf({ empty: 1 }), "Cannot read the file: empty must be true or false, not 1");
  assertEquals(messageOf({ empty: true, users: 1 }), "Cannot read the file: users must be a list, not 1");
});

Deno.test("checkData() names an unknown part or field, and the nearest known one", () => {
  assertEquals(messageOf({ tracsk: [] }), "Cannot read the file: tracsk: no part has this name, did you mean tracks?");
  assertEquals(
    messageOf({ tracks: [{ titel: "x" }] }),
    "Cannot read the file: tracks[0].titel: no field has this name, did you mean title?",
  );
});
