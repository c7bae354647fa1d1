/**
 * Formats a plan for people and for programs.
 *
 * @module
 */

import type { Palette } from "../output/color.ts";
import { clean } from "../output/text.ts";
import type { Value } from "../fields/fields.ts";
import type { Action, Change, Conflict, Plan } from "./types.ts";

/** Maximum length of a displayed value. */
const LONGEST = 60;

/** A plan as a tree: first what will be deleted. */
export function drawPlan(plan: Plan, colors: Palette): string {
  const isDeletion = ({ kind }: Action) => kind === "delete-track" || kind === "delete-playlist";
  const inOrder = [...plan.actions.filter(isDeletion), ...plan.actions.filter((action) => !isDeletion(action))];
  const lines = inOrder.flatMap((action) => drawAction(action, colors));
  const conflicts = plan.conflicts.flatMap((conflict) => drawConflict(conflict, colors));
  const notes = plan.notes.map((note) => colors.dim(`# ${clean(note)}`));
  return [...lines, ...conflicts, ...notes, summary(plan)].map((line) => `${line}\n`).join("");
}

/** Summarises the changes in one line. */
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

/** The name of an action for people. */
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

function drawAction(action: Action, colors: Palette): string[] {
  const head = (sign: string, id: string) => `${sign} ${VERBS[action.kind]} ${clean(action.name)}  ${colors.dim(id)}`;
  switch (action.kind) {
    case "upload": {
      const { publishAt, row } = action;
      const sharing = publishAt === undefined
        ? String(row.fields.sharing)
        : `private until ${new Date(publishAt).toISOString()}`;
      return [`${head(colors.green("+"), action.file)}  ${sharing}`];
    }
    case "update-track": {
      const picture = action.artwork === undefined ? [] : [`    artwork: ${clean(action.artwork)}`];
      const until = action.publishAt === undefined
        ? []
        : [`    private until ${new Date(action.publishAt).toISOString()}`];
      return [head(colors.yellow("~"), action.urn), ...drawChanges(action.changes, colors), ...until, ...picture];
    }
    case "create-playlist": {
      const tracks = action.playlist.tracks?.length ?? 0;
      return [`${head(colors.green("+"), action.playlist.where)}  ${tracks} ${tracks === 1 ? "track" : "tracks"}`];
    }
    case "update-playlist":
      return [
        head(colors.yellow("~"), action.urn),
        ...drawChanges(action.changes, colors),
        ...(action.tracks ? drawOrder(action.tracks, colors) : []),
      ];
    case "set-storefront":
      return [head(colors.yellow("~"), action.track)];
    default:
      return [head(colors.red("-"), action.urn)];
  }
}

function drawChanges(changes: Readonly<Record<string, Change>>, colors: Palette): string[] {
  return Object.entries(changes).map(([field, { from, to }]) =>
    `    ${field}: ${colors.red(short(from))} → ${colors.green(short(to))}`
  );
}

function drawOrder({ from, to }: { from: readonly string[]; to: readonly string[] }, colors: Palette): string[] {
  const added = to.filter((track) => !from.includes(track));
  const removed = from.filter((track) => !to.includes(track));
  const kept = (list: readonly string[], others: readonly string[]) => list.filter((track) => others.includes(track));
  const isMoved = kept(from, to).join() !== kept(to, from).join();
  return [
    ...added.map((track) => `    tracks: ${colors.green(`+ ${clean(track)}`)}`),
    ...removed.map((track) => `    tracks: ${colors.red(`- ${clean(track)}`)}`),
    ...(isMoved ? ["    tracks: in another order"] : []),
  ];
}

function drawConflict({ id, name, field, local, remote, reason }: Conflict, colors: Palette): string[] {
  const head = `${colors.red("!")} conflict in ${clean(name)}  ${colors.dim(id)}`;
  if (reason !== undefined) return [head, `    ${clean(reason)}`];
  return [head, `    ${field}: ${short(local)} in the folder, ${short(remote)} on the service`];
}

function short(value: Value | undefined): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? JSON.stringify(value) : Array.isArray(value) ? value.join(", ") : `${value}`;
  return clean(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || "nothing");
}
