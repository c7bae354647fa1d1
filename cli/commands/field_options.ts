import { EnumType } from "@cliffy/command";
import type { UpdatePlaylistParams } from "@tonearm/client";
import type { AnyCommand } from "../command.ts";
import { readValue } from "../fields/check.ts";
import { type FieldKind, type Fields, toParams, type Value } from "../fields/fields.ts";
import type { GlobalValues } from "../globals.ts";
import { readPicture } from "../upload/picture.ts";

type Kinds = Readonly<Record<string, FieldKind>>;

export function withFields(command: AnyCommand, kinds: Kinds, except: readonly string[] = []): AnyCommand {
  for (const [name, kind] of Object.entries(kinds)) {
    if (kind.type === "measured" || except.includes(name)) continue;
    const words = choicesOf(kind);
    const flag = flagOf(name);
    if (words) command.type(flag, new EnumType(words));
    command.option(`--${flag} <${valueOf(kind, flag)}>`, helpOf(name, kind), { collect: kind.type === "tags" });
  }
  return command;
}

export function givenFields(options: object, kinds: Kinds): Fields {
  const given = new Map(Object.entries(options));
  const fields: Record<string, Value> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const flag = flagOf(name);
    const value = given.get(flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()));
    const read = value === undefined ? undefined : readValue(value, kind, `--${flag}`, false);
    if (read !== undefined) fields[name] = read;
  }
  return fields;
}

export const ARTWORK = ["--artwork <file:path>", "An image: PNG, JPEG or GIF"] as const;

export type FieldValues = GlobalValues & { readonly artwork?: string };

export async function givenParams(options: FieldValues, kinds: Kinds): Promise<UpdatePlaylistParams> {
  const picture = options.artwork === undefined ? {} : { artwork_data: await readPicture(options.artwork) };
  return { ...toParams(givenFields(options, kinds)), ...picture } as UpdatePlaylistParams;
}

function flagOf(name: string): string {
  return name === "tags" ? "tag" : name.replaceAll("_", "-");
}

function choicesOf(kind: FieldKind): readonly string[] | undefined {
  if (kind.type === "switch") return ["yes", "no"];
  return kind.type === "choice" ? kind.choices : undefined;
}

function valueOf(kind: FieldKind, flag: string): string {
  if (kind.type === "switch") return `answer:${flag}`;
  if (kind.type === "choice") return `${flag}:${flag}`;
  return kind.type === "date" ? "day:string" : `${kind.type === "tags" ? "tag" : "text"}:string`;
}

function helpOf(name: string, { type }: FieldKind): string {
  const what = HELP[name] ?? `The ${name.replaceAll("_", " ")}`;
  if (type === "date") return `${what}, such as 2026-01-31; an empty text removes it`;
  return type === "text" ? `${what}; an empty text removes it` : what;
}

/** What the name of a field doesn't say. */
const HELP: Readonly<Record<string, string>> = {
  permalink: "The last part of the URL",
  sharing: "Who can see and play it",
  tags: "A tag; replaces all existing tags",
  isrc: "The ISRC",
  ean: "The EAN or UPC",
  label_name: "The name of the label",
  release: "The catalogue number",
  release_date: "The day of the release",
  purchase_url: "The URL of the shop",
  purchase_title: "The text of the link to the shop",
  set_type: "Whether it is an album",
  embeddable_by: "Who may embed it",
  streamable: "Whether other programs may play it",
  downloadable: "Whether it can be downloaded",
  commentable: "Whether users can comment on it",
  reveal_stats: "Whether everybody sees its counts",
  reveal_comments: "Whether everybody sees its comments",
};
