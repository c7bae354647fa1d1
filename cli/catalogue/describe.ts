import { dim, green, joined, red, type Styled, styled, yellow } from "../output/style.ts";
import { clean, counted } from "../output/text.ts";
import type { WriteRequest } from "../output/dry_run.ts";
import { toParams, type Value } from "../fields/fields.ts";
import type { Action, Change, Changes, Conflict, Plan } from "./types.ts";

const LONGEST = 60;

export function drawPlan(plan: Plan): Styled {
  const isDeletion = ({ kind }: Action) => kind === "delete-track" || kind === "delete-playlist";
  const inOrder = [...plan.actions.filter(isDeletion), ...plan.actions.filter((action) => !isDeletion(action))];
  const lines = inOrder.flatMap((action) => drawAction(action));
  const conflicts = plan.conflicts.flatMap((conflict) => drawConflict(conflict));
  const notes = [...plan.notes, ...costs(plan)].map((note) => dim(`# ${clean(note)}`));
  return joined([...lines, ...conflicts, ...notes, summary(plan)], "\n");
}

/** The rate that the library's limiter keeps: SoundCloud tells none. */
const [REQUESTS, WINDOW_S] = [50, 10];

function costs({ actions, unchanged }: Plan): string[] {
  if (actions.length === 0) return [];
  const requests = actions.reduce((sum, action) => sum + requestsOf(action).length + readsOf(action), 0);
  const time = counted(Math.ceil(requests / REQUESTS * WINDOW_S / 60), "minute");
  return [
    `${unchanged} ${unchanged === 1 ? "stays" : "stay"} unchanged`,
    `about ${counted(requests, "request")} to apply: up to ${time} at ${REQUESTS} in ${WINDOW_S} seconds`,
  ];
}

function readsOf(action: Action): number {
  if (action.kind === "set-storefront") return 0;
  return action.kind === "update-playlist" && action.tracks ? 3 : 1;
}

/** The writes of an action. What isn't on SoundCloud yet is named by its file. */
export function requestsOf(action: Action): WriteRequest[] {
  const put = (path: string, body: object): WriteRequest => ({ method: "PUT", path, body });
  const tracksOf = (tracks: readonly string[]) => ({ tracks: tracks.map((urn) => ({ urn })) });
  if (action.kind === "upload") {
    const { name: title, file, row: { artwork, fields } } = action;
    const body = { ...toParams(fields), title, asset_data: file };
    const made: WriteRequest = { method: "POST", path: "/tracks", body };
    return artwork === undefined ? [made] : [made, put(`/tracks/{${file}}`, picture(artwork))];
  }
  if (action.kind === "update-track") {
    return [put(`/tracks/${action.urn}`, { ...toParams(written(action.changes)), ...picture(action.artwork) })];
  }
  if (action.kind === "create-playlist") {
    const { fields, tracks = [], artwork } = action.playlist;
    const body = { sharing: "private", ...toParams(fields), ...tracksOf(tracks), ...picture(artwork) };
    return action.found === undefined ? [{ method: "POST", path: "/playlists", body }] : [];
  }
  if (action.kind === "update-playlist") {
    const order = action.tracks ? tracksOf(action.tracks.to) : {};
    return [put(`/playlists/${action.urn}`, { ...toParams(written(action.changes)), ...order })];
  }
  if (action.kind === "set-storefront") return [put(`/tracks/${action.track}/storefront`, action.fields)];
  return [{ method: "DELETE", path: `/${action.kind === "delete-track" ? "tracks" : "playlists"}/${action.urn}` }];
}

function picture(artwork: string | undefined): object {
  return artwork === undefined ? {} : { artwork_data: artwork };
}

export function written(changes: Changes): Record<string, Value> {
  return Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]));
}

export function summary({ actions, conflicts }: Plan): string {
  const count = (...kinds: Action["kind"][]) => actions.filter(({ kind }) => kinds.includes(kind)).length;
  const parts = [
    [count("upload"), "to upload"],
    [count("create-playlist"), "to create"],
    [count("update-track", "update-playlist", "set-storefront"), "to change"],
    [count("delete-track", "delete-playlist"), "to delete"],
    [conflicts.length, conflicts.length === 1 ? "conflict" : "conflicts"],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return said.length > 0 ? `Plan: ${said.join(", ")}` : "Nothing to change";
}

export function nameOf(action: Action): string {
  return `${VERBS[action.kind]} ${action.name}`;
}

const VERBS: Readonly<Record<Action["kind"], string>> = {
  upload: "upload",
  "update-track": "change",
  "create-playlist": "create playlist",
  "update-playlist": "change playlist",
  "set-storefront": "set the storefront of",
  "delete-track": "delete",
  "delete-playlist": "delete playlist",
};

function drawAction(action: Action): Styled[] {
  const head = (sign: Styled, id: string) => styled`${sign} ${VERBS[action.kind]} ${action.name}  ${dim(clean(id))}`;
  const until = (publishAt: number) => `private until ${new Date(publishAt).toISOString()}`;
  if (action.kind === "upload") {
    const { publishAt, row } = action;
    const sharing = publishAt === undefined ? String(row.fields.sharing) : until(publishAt);
    return [[head(green("+"), action.file), `  ${sharing}`]];
  }
  if (action.kind === "update-track") {
    const { urn, changes, artwork, publishAt } = action;
    const picture = artwork === undefined ? [] : [`    artwork: ${clean(artwork)}`];
    const time = publishAt === undefined ? [] : [`    ${until(publishAt)}`];
    return [head(yellow("~"), urn), ...drawChanges(changes), ...time, ...picture];
  }
  if (action.kind === "create-playlist") {
    const tracks = action.playlist.tracks?.length ?? 0;
    return [[head(green("+"), action.playlist.where), `  ${counted(tracks, "track")}`]];
  }
  if (action.kind === "update-playlist") {
    const { urn, changes, tracks } = action;
    return [head(yellow("~"), urn), ...drawChanges(changes), ...(tracks ? drawOrder(tracks) : [])];
  }
  return [action.kind === "set-storefront" ? head(yellow("~"), action.track) : head(red("-"), action.urn)];
}

function drawChanges(changes: Readonly<Record<string, Change>>): Styled[] {
  return Object.entries(changes).map(([field, { from, to }]) =>
    styled`    ${field}: ${red(short(from))} → ${green(short(to))}`
  );
}

function drawOrder({ from, to }: { from: readonly string[]; to: readonly string[] }): Styled[] {
  const added = to.filter((track) => !from.includes(track));
  const removed = from.filter((track) => !to.includes(track));
  const kept = (list: readonly string[], others: readonly string[]) => list.filter((track) => others.includes(track));
  const isMoved = kept(from, to).join() !== kept(to, from).join();
  return [
    ...added.map((track) => styled`    tracks: ${green(`+ ${clean(track)}`)}`),
    ...removed.map((track) => styled`    tracks: ${red(`- ${clean(track)}`)}`),
    ...(isMoved ? ["    tracks: in another order"] : []),
  ];
}

function drawConflict({ id, name, field, local, remote, reason }: Conflict): Styled[] {
  const head = styled`${red("!")} conflict in ${name}  ${dim(clean(id))}`;
  if (reason !== undefined) return [head, `    ${clean(reason)}`];
  return [head, `    ${field}: ${short(local)} in the folder, ${short(remote)} on SoundCloud`];
}

function short(value: Value | undefined): string {
  if (value === undefined) return "nothing";
  const words = Array.isArray(value) ? value.join(", ") : `${value}`;
  const text = typeof value === "string" ? JSON.stringify(value) : words;
  return clean(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || "nothing");
}
