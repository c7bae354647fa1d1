/**
 * The commands `tracks`, `playlists`, `likes`, `reposts`, `followers` and `following`: lists of a user's resources, or of
 * the signed-in user's.
 *
 * @module
 */

import type { CallOptions, PaginatedResponse, ServiceClient, ServiceSystemPlaylist } from "@tonearm/client";
import { act, type AnyCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../errors.ts";
import type { GlobalValues } from "../../globals.ts";
import { identify, readId } from "../../ids.ts";
import { PLAYLIST_COLUMNS, TRACK_COLUMNS, USER_COLUMNS } from "../../output/columns.ts";
import { anyOf, PLAYLIST_FIELDS, SYSTEM_PLAYLIST_FIELDS, TRACK_FIELDS, USER_FIELDS } from "../../output/fields.ts";
import { type ListValues, pageSize, showList } from "../../output/lists.ts";
import type { Column } from "../../output/table.ts";
import type { NamedColumn } from "../../output/view.ts";
import { rememberPlaylists } from "../playlist/remembered.ts";
import { list } from "./list.ts";

/** How the first page is requested. */
interface Request {
  readonly client: ServiceClient;
  /** The page size. */
  readonly limit: number;
  readonly call: CallOptions;
  readonly context: Context;
}

/** One kind of resource in a command's lists. */
interface View {
  /** The option that selects it, with its description. Default: shown without an option. */
  readonly option?: readonly [flag: string, about: string, conflicts?: readonly string[]];
  readonly fields: readonly string[];
  readonly columns: readonly NamedColumn[];
  /** Shows the signed-in user's, or those of a user. */
  show(context: Context, user: string | undefined, options: ListValues): Promise<void>;
}

/** A command. */
interface UserList {
  /** The help: a line, then what is shown without a user. */
  readonly about: readonly [summary: string, own: string];
  readonly examples: readonly (readonly [purpose: string, line: string])[];
  /** The one without an option first. */
  readonly views: readonly View[];
}

/** Makes a view. Without `theirs`, only the signed-in user's exist. */
function view<T>(
  fields: readonly string[],
  columns: readonly Column<T>[],
  mine: (request: Request) => Promise<PaginatedResponse<T>>,
  theirs?: (user: string, request: Request) => Promise<PaginatedResponse<T>>,
  option?: View["option"],
): View {
  return {
    fields,
    columns,
    ...(option ? { option } : {}),
    show: async (context, word, options) => {
      const [limit, call] = [pageSize(options), { signal: context.host.signal }];
      if (word === undefined || word === "me") {
        const { client } = await context.connectAsUser();
        return await showList(context, await mine({ client, limit, call, context }), columns, options);
      }
      if (!theirs) throw usage("--tracks shows only tracks of users that you follow: leave out the user");
      const checked = await readId(context, word, ["users"]);
      const { client } = await context.connect();
      const { id } = await identify(context, checked, ["users"]);
      await showList(context, await theirs(id, { client, limit, call, context }), columns, options);
    },
  };
}

const STATION_COLUMNS: readonly Column<ServiceSystemPlaylist>[] = [
  { title: "TITLE", value: ({ title }) => title, shrinks: true },
  { title: "TRACKS", value: ({ track_count }) => String(track_count), align: "right" },
  { title: "URN", value: ({ urn }) => urn, style: "dim" },
];

type ListName = "likes" | "tracks" | "playlists" | "reposts" | "followers" | "following";

const LISTS: Readonly<Record<ListName, UserList>> = {
  likes: {
    about: ["Show liked tracks, playlists or stations", "your own likes"],
    examples: [
      ["Your liked tracks", "tonearm likes"],
      ["Someone's liked playlists, all of them", "tonearm likes night-ferry --playlists --all"],
    ],
    views: [
      view(
        TRACK_FIELDS,
        TRACK_COLUMNS,
        ({ client, limit, call }) => client.me.getLikesTracks(limit, call),
        (user, { client, limit, call }) => client.users.getLikesTracks(user, limit, undefined, call),
      ),
      view(
        PLAYLIST_FIELDS,
        PLAYLIST_COLUMNS,
        ({ client, limit, call }) => client.me.getLikesPlaylists(limit, call),
        (user, { client, limit, call }) => client.users.getLikesPlaylists(user, limit, call),
        ["playlists", "Show liked playlists instead of tracks", ["stations"]],
      ),
      view(
        SYSTEM_PLAYLIST_FIELDS,
        STATION_COLUMNS,
        ({ client, limit, call }) => client.me.getLikesSystemPlaylists(limit, call),
        (user, { client, limit, call }) => client.users.getLikesSystemPlaylists(user, limit, call),
        ["stations", "Show liked stations instead of tracks"],
      ),
    ],
  },
  tracks: {
    about: ["Show the tracks of a user", "your own tracks"],
    examples: [
      ["Your tracks", "tonearm tracks"],
      ["All of somebody's, for a program", "tonearm tracks night-ferry --all --jsonl"],
    ],
    views: [view(
      TRACK_FIELDS,
      TRACK_COLUMNS,
      ({ client, limit, call }) => client.me.getTracks(limit, call),
      (user, { client, limit, call }) => client.users.getTracks(user, limit, call),
    )],
  },
  playlists: {
    about: ["Show the playlists of a user", "your own playlists"],
    examples: [["Your playlists", "tonearm playlists"], ["Somebody's", "tonearm playlists night-ferry"]],
    views: [view(
      PLAYLIST_FIELDS,
      PLAYLIST_COLUMNS,
      async ({ client, limit, call, context }) => {
        const first = await client.me.getPlaylists(limit, call);
        await rememberPlaylists(context, first.collection, !first.next_href);
        return first;
      },
      (user, { client, limit, call }) => client.users.getPlaylists(user, limit, call),
    )],
  },
  reposts: {
    about: ["Show reposted tracks or playlists", "your own reposts"],
    examples: [
      ["What you have reposted", "tonearm reposts"],
      ["Somebody's reposted playlists", "tonearm reposts night-ferry --playlists"],
    ],
    views: [
      view(
        TRACK_FIELDS,
        TRACK_COLUMNS,
        ({ client, limit, call }) => client.me.getRepostsTracks(limit, call),
        (user, { client, limit, call }) => client.users.getRepostsTracks(user, limit, call),
      ),
      view(
        PLAYLIST_FIELDS,
        PLAYLIST_COLUMNS,
        ({ client, limit, call }) => client.me.getRepostsPlaylists(limit, call),
        (user, { client, limit, call }) => client.users.getRepostsPlaylists(user, limit, call),
        ["playlists", "Show reposted playlists instead of tracks"],
      ),
    ],
  },
  followers: {
    about: ["Show who follows a user", "your followers"],
    examples: [
      ["Who follows you", "tonearm followers"],
      ["Who follows somebody", "tonearm followers night-ferry --all"],
    ],
    views: [view(
      USER_FIELDS,
      USER_COLUMNS,
      ({ client, limit, call }) => client.me.getFollowers(limit, call),
      (user, { client, limit, call }) => client.users.getFollowers(user, limit, call),
    )],
  },
  following: {
    about: ["Show whom a user follows", "whom you follow"],
    examples: [
      ["Whom you follow", "tonearm following"],
      ["Whom somebody follows", "tonearm following night-ferry --all"],
    ],
    views: [
      view(
        USER_FIELDS,
        USER_COLUMNS,
        ({ client, limit, call }) => client.me.getFollowings(limit, call),
        (user, { client, limit, call }) => client.users.getFollowings(user, limit, call),
      ),
      view(
        TRACK_FIELDS,
        TRACK_COLUMNS,
        ({ client, limit, call }) => {
          return client.me.getFollowingsTracks(limit, call);
        },
        undefined,
        ["tracks", "Show new tracks of the users you follow instead"],
      ),
    ],
  },
};

/** Creates a command; `me` or no argument stands for the signed-in user. */
export function listOfUser(name: ListName): AnyCommand {
  const { about: [summary, own], examples, views } = LISTS[name];
  const made: AnyCommand = list({
    fields: anyOf(...views.map(({ fields }) => fields)),
    columns: views.map(({ columns }) => columns),
  })
    .description(`${summary}\n\nWithout a user, it shows ${own}.`)
    .arguments("[user:string:user]");
  for (const { option } of views) {
    const [flag, about, conflicts] = option ?? [];
    if (flag && about) made.option(`--${flag}`, about, conflicts ? { conflicts: [...conflicts] } : {});
  }
  for (const [purpose, line] of examples) made.example(purpose, line);
  return made.action(
    act(
      async (
        context: Context,
        options: GlobalValues & ListValues & Readonly<Record<string, unknown>>,
        user?: string,
      ) => {
        const [first] = views;
        const chosen = views.find(({ option }) => option && options[option[0]]) ?? first;
        await chosen?.show(context, user, options);
      },
    ),
  );
}
