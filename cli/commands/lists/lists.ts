import { parseTimestamp, type ServiceSystemPlaylist, type WebProfile } from "@tonearm/client";
import { act, type AnyCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../errors.ts";
import type { GlobalValues } from "../../globals.ts";
import { find, type ResourceKind } from "../../ids.ts";
import { COMMENTS, PLAYLISTS, type Shown, TRACKS, USERS } from "../../output/columns.ts";
import { anyOf, SYSTEM_PLAYLIST_FIELDS } from "../../output/fields.ts";
import { type ListValues, pageSize, showList } from "../../output/lists.ts";
import { TimeType } from "../../ranges.ts";
import { type Page, type PageRequest, USER_LISTS } from "../../calls/user_lists.ts";
import { rememberPlaylists } from "../playlist/remembered.ts";
import { list } from "../option_sets.ts";

interface Request extends PageRequest {
  readonly context: Context;
  readonly id: string;
}

interface Selection {
  readonly option?: readonly [flag: string, about: string, conflicts?: readonly string[]];
  readonly of?: ResourceKind;
  /** The failure of naming a user, where only the signed-in user's list exists. */
  readonly onlyOwn?: string;
}

interface View extends Selection, Shown<never> {
  show(request: Request, options: Values): Promise<void>;
}

interface ListCommand {
  readonly about: string;
  /** Without an argument, or with an optional one that is left out or `me`, it is the signed-in user's. */
  readonly word?: string;
  /** What the argument names. Default: a user. */
  readonly kinds?: readonly ResourceKind[];
  readonly examples: readonly (readonly [purpose: string, line: string])[];
  /** The usual one first. */
  readonly views: readonly View[];
}

function view<T>({ fields, columns }: Shown<T>, first: (request: Request) => Page<T>, selection: Selection = {}): View {
  const show: View["show"] = async (request, options) =>
    await showList(request.context, await first(request), columns, options, (item) => isBetween(item, options));
  return { fields, columns, show, ...selection };
}

type Values = ListValues & { readonly since?: Date | undefined; readonly until?: Date | undefined };

/** Returns whether an item was created in the chosen time. SoundCloud has no such filter for these lists. */
function isBetween(item: unknown, { since, until }: Values): boolean {
  if (!since && !until) return true;
  const created = parseTimestamp(Object(item).created_at ?? "")?.getTime() ?? NaN;
  return !(created < (since?.getTime() ?? -Infinity)) && created < (until?.getTime() ?? Infinity);
}

const STATIONS: Shown<ServiceSystemPlaylist> = {
  fields: SYSTEM_PLAYLIST_FIELDS,
  columns: [
    { title: "TITLE", value: ({ title }) => title, shrinks: true },
    { title: "TRACKS", value: ({ track_count }) => String(track_count), align: "right" },
    { title: "URN", value: ({ urn }) => urn, style: "dim" },
  ],
};

const LINKS: Shown<WebProfile> = {
  fields: ["service", "title", "url", "urn", "created_at", "kind", "id", "username"],
  columns: [
    { title: "SERVICE", value: ({ service }) => service, style: "cyan" },
    { title: "TITLE", value: ({ title }) => title, shrinks: true },
    { title: "ADDRESS", value: ({ url }) => url },
  ],
};

const OF_USER = { word: "[user:string:user]" } as const;
const OF_TRACK = { word: "<track:string:track>", kinds: ["tracks"] } as const;

type ListName =
  | "likes"
  | "tracks"
  | "playlists"
  | "reposts"
  | "followers"
  | "following"
  | "history"
  | "comments"
  | "track likers"
  | "track reposters"
  | "playlist reposters"
  | "related"
  | "web-profiles";

const LISTS: Readonly<Record<ListName, ListCommand>> = {
  likes: {
    ...OF_USER,
    about: "Show liked tracks, playlists or stations\n\nWithout a user, it shows your own likes.",
    examples: [
      ["Your liked tracks", "tonearm likes"],
      ["Someone's liked playlists, all of them", "tonearm likes night-ferry --playlists --all"],
    ],
    views: [
      view(TRACKS, USER_LISTS.likedTracks),
      view(
        PLAYLISTS,
        ({ client: { me, users }, id, limit, call }) =>
          id ? users.getLikesPlaylists(id, limit, call) : me.getLikesPlaylists(limit, call),
        { option: ["playlists", "Show liked playlists instead of tracks", ["stations"]] },
      ),
      view(
        STATIONS,
        ({ client: { me, users }, id, limit, call }) =>
          id ? users.getLikesSystemPlaylists(id, limit, call) : me.getLikesSystemPlaylists(limit, call),
        { option: ["stations", "Show liked stations instead of tracks"] },
      ),
    ],
  },
  tracks: {
    ...OF_USER,
    about: "Show the tracks of a user\n\nWithout a user, it shows your own tracks.",
    examples: [
      ["Your tracks", "tonearm tracks"],
      ["All tracks of somebody else, for a program", "tonearm tracks night-ferry --all --jsonl"],
    ],
    views: [view(TRACKS, USER_LISTS.tracks)],
  },
  playlists: {
    ...OF_USER,
    about: "Show the playlists of a user\n\nWithout a user, it shows your own playlists.",
    examples: [["Your playlists", "tonearm playlists"], [
      "Playlists of somebody else",
      "tonearm playlists night-ferry",
    ]],
    views: [view(PLAYLISTS, async (request) => {
      const first = await USER_LISTS.playlists(request);
      if (!request.id) await rememberPlaylists(request.context, first.collection, !first.next_href);
      return first;
    })],
  },
  reposts: {
    ...OF_USER,
    about: "Show reposted tracks or playlists\n\nWithout a user, it shows your own reposts.",
    examples: [
      ["What you have reposted", "tonearm reposts"],
      ["Somebody's reposted playlists", "tonearm reposts night-ferry --playlists"],
    ],
    views: [
      view(TRACKS, USER_LISTS.repostedTracks),
      view(
        PLAYLISTS,
        ({ client: { me, users }, id, limit, call }) =>
          id ? users.getRepostsPlaylists(id, limit, call) : me.getRepostsPlaylists(limit, call),
        { option: ["playlists", "Show reposted playlists instead of tracks"] },
      ),
    ],
  },
  followers: {
    ...OF_USER,
    about: "Show who follows a user\n\nWithout a user, it shows your followers.",
    examples: [
      ["Who follows you", "tonearm followers"],
      ["Who follows somebody", "tonearm followers night-ferry --all"],
    ],
    views: [view(USERS, USER_LISTS.followers)],
  },
  following: {
    ...OF_USER,
    about: "Show whom a user follows\n\nWithout a user, it shows whom you follow.",
    examples: [
      ["Whom you follow", "tonearm following"],
      ["Whom somebody follows", "tonearm following night-ferry --all"],
    ],
    views: [
      view(USERS, USER_LISTS.following),
      view(TRACKS, ({ client, limit, call }) => client.me.getFollowingsTracks(limit, call), {
        option: ["tracks", "Show new tracks of the users you follow instead"],
        onlyOwn: "--tracks shows only tracks of users that you follow: leave out the user",
      }),
    ],
  },
  history: {
    about: "Show what you have listened to recently",
    examples: [
      ["Show what you played recently", "tonearm history"],
      ["Play it again", "tonearm history --jq '.[0].urn' | tonearm play -"],
    ],
    views: [view(TRACKS, async ({ client, call }) => {
      return { collection: [...await client.me.getRecentlyPlayedTracks(undefined, call)], next_href: null };
    })],
  },
  comments: {
    ...OF_TRACK,
    about: "Show the comments of a track",
    examples: [
      ["Show the comments and their positions", "tonearm comments soundcloud:tracks:1184"],
      ["All comments, for a program", "tonearm comments 1184 --all --jsonl"],
    ],
    views: [view(COMMENTS, ({ client, id, limit, call }) => client.tracks.getComments(id, limit, call))],
  },
  "track likers": {
    ...OF_TRACK,
    about: "Show who likes a track",
    examples: [
      ["Who liked a track last", "tonearm track likers soundcloud:tracks:1184"],
      ["All likers, for a program", "tonearm track likers 1184 --all --jsonl"],
    ],
    views: [view(USERS, ({ client, id, limit, call }) => client.tracks.getLikes(id, limit, call))],
  },
  "track reposters": {
    ...OF_TRACK,
    about: "Show who reposted a track",
    examples: [
      ["Who reposted a track last", "tonearm track reposters soundcloud:tracks:1184"],
      ["All reposters, for a program", "tonearm track reposters 1184 --all --jsonl"],
    ],
    views: [view(USERS, ({ client, id, limit, call }) => client.tracks.getReposts(id, limit, call))],
  },
  "playlist reposters": {
    word: "<playlist:string:playlist>",
    kinds: ["playlists"],
    about: "Show who reposted a playlist",
    examples: [
      ["Who reposted a playlist last", "tonearm playlist reposters soundcloud:playlists:104"],
      ["All reposters, for a program", "tonearm playlist reposters 104 --all --jsonl"],
    ],
    views: [view(USERS, ({ client, id, limit, call }) => client.playlists.getReposts(id, limit, call))],
  },
  related: {
    word: "<id:string:track>",
    kinds: ["tracks", "users"],
    about:
      "Show tracks related to a track, or users related to a user\n\nA plain number is the id of a track. Write a user as @name.",
    examples: [
      ["Tracks related to this one", "tonearm related night-ferry/soft-meadow-8"],
      ["Users related to this one", "tonearm related @night-ferry"],
    ],
    views: [
      view(TRACKS, ({ client, id, limit, call }) => client.tracks.getRelatedPage(id, { limit, ...call })),
      view(USERS, ({ client, id, limit, call }) => client.users.getRelated(id, limit, call), { of: "users" }),
    ],
  },
  "web-profiles": {
    word: "<user:string:user>",
    about: "Show the links on a user's profile",
    examples: [
      ["Show a user's links", "tonearm web-profiles night-ferry"],
      ["Only the URLs", "tonearm web-profiles night-ferry | cut -f3"],
    ],
    views: [view(LINKS, async ({ client, id, call }) => {
      return { collection: [...await client.users.getWebProfiles(id, call)], next_href: null };
    })],
  },
};

export function listCommand(name: ListName): AnyCommand {
  const { about, word, kinds = ["users"], examples, views } = LISTS[name];
  const [usual] = views;
  const made: AnyCommand = list({
    fields: anyOf(...views.map(({ fields }) => fields)),
    columns: views.map(({ columns }) => columns),
  })
    .type("time", new TimeType())
    .option("--since <day:time>", "Only what was created since then: 2026-01-01; filtered here, page by page")
    .option("--until <day:time>", "Only what was created before then; filtered here, page by page")
    .description(about);
  if (word !== undefined) made.arguments(word);
  for (const { option: [flag, description, conflicts = []] = [] } of views) {
    if (flag && description) made.option(`--${flag}`, description, { conflicts: [...conflicts] });
  }
  for (const [purpose, line] of examples) made.example(purpose, line);
  const isOptional = word === undefined || word.startsWith("[");
  return made.action(act(async (context: Context, options: Options, given?: string) => {
    const chosen = views.find(({ option }) => option && options[option[0]]) ?? usual;
    const limit = pageSize(options);
    if (given === undefined || isOptional && given === "me") {
      const { client } = await context.connectAsUser();
      return await chosen?.show({ context, client, id: "", limit, call: context.call }, options);
    }
    if (chosen?.onlyOwn !== undefined) throw usage(chosen.onlyOwn);
    const { kind, ...found } = await find(context, given, kinds);
    const ofKind = views.find(({ of }) => of === kind) ?? chosen;
    await ofKind?.show({ context, limit, ...found }, options);
  }));
}

type Options = GlobalValues & Values & Readonly<Record<string, unknown>>;
