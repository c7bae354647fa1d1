import type { CallOptions, ServiceClient } from "@tonearm/client";
import { LARGEST_PAGE } from "./choices.ts";
import type { Context } from "./context.ts";
import { usage } from "./errors.ts";
import { type Choice, pick } from "./output/picker.ts";
import { Missing } from "./missing.ts";

type Source = (client: ServiceClient, call: CallOptions) => Promise<readonly Choice[]>;

const SOURCES: Readonly<Record<Missing["kind"], Source>> = {
  async track(client, call) {
    const lists = [await client.me.getTracks(LARGEST_PAGE, call), await client.me.getLikesTracks(LARGEST_PAGE, call)];
    const tracks = lists.flatMap(({ collection }) => collection);
    return distinct(tracks.map(({ urn, title, user }) => ({ label: `${title} by ${user?.username}`, value: urn })));
  },
  async playlist(client, call) {
    const { collection } = await client.me.getPlaylists(LARGEST_PAGE, call);
    return collection.map(({ urn, title, track_count: count }) => ({ label: `${title} (${count})`, value: urn }));
  },
  async user(client, call) {
    const { collection } = await client.me.getFollowings(LARGEST_PAGE, call);
    return collection.map(({ urn, username }) => ({ label: username, value: urn }));
  },
  async page(client, call) {
    const kinds = ["track", "playlist", "user"] as const;
    const lists = await Promise.all(kinds.map(async (kind) => {
      const choices = await SOURCES[kind](client, call);
      return choices.map(({ label, value }) => ({ label: `${kind} ${label}`, value }));
    }));
    return lists.flat();
  },
};

export async function chooseMissing(context: Context, words: readonly unknown[]): Promise<unknown[]> {
  const chosen: unknown[] = [];
  for (const word of words) chosen.push(...word instanceof Missing ? await choose(context, word) : [word]);
  return chosen;
}

export async function choose(context: Context, { kind, takesMany, message }: Missing): Promise<string[]> {
  if (context.env.TERM === "dumb") throw usage(message, `Name a ${kind}: this terminal shows no list to choose from.`);
  const { client } = await context.connectAsUser();
  const choices = await SOURCES[kind](client, context.call);
  if (choices.length === 0) throw usage(message, `You have none to choose from: name a ${kind}.`);
  return [...await pick(context, `Which ${kind}?`, choices, takesMany)];
}

function distinct(choices: readonly Choice[]): readonly Choice[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}
