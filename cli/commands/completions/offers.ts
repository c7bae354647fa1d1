// Completions of an incomplete command line, derived from the commands.
// Cliffy's scripts support neither lazy commands, nor values after `--option=`, nor any argument but the first.
import type { Argument, Option } from "@cliffy/command";
import { aboutOf, type AnyCommand } from "../../command.ts";
import { nameOf } from "../../output/view.ts";
import { PathType } from "../../types.ts";

export interface Offer {
  readonly value: string;
  readonly about: string;
}

export const FILES: Offer = { value: ":files", about: "" };

interface Place {
  readonly command: AnyCommand;
  readonly taken: number;
  readonly awaiting: Option | undefined;
  readonly isLiteral: boolean;
}

export async function offersFor(root: AnyCommand, words: readonly string[]): Promise<Offer[]> {
  const current = words.at(-1) ?? "";
  let place: Place = { command: root, taken: 0, awaiting: undefined, isLiteral: false };
  for (const word of words.slice(0, -1)) place = await step(place, word);
  const all = await candidates(place, current);
  return all.filter(({ value }) => value === FILES.value || value.startsWith(current));
}

async function step(place: Place, word: string): Promise<Place> {
  if (place.awaiting) return { ...place, awaiting: undefined };
  if (place.isLiteral) return { ...place, taken: place.taken + 1 };
  if (word === "--") return { ...place, isLiteral: true };
  if (word.startsWith("-") && word !== "-") {
    const option = optionsOf(place.command).find(({ flags }) => flags.includes(word));
    return option?.args[0] && !option.args[0].optional ? { ...place, awaiting: option } : place;
  }
  const below: AnyCommand | undefined = place.taken === 0 ? await place.command.loadBaseCommand(word, true) : undefined;
  return below ? { ...place, command: below } : { ...place, taken: place.taken + 1 };
}

async function candidates(place: Place, current: string): Promise<Offer[]> {
  const { command, taken, awaiting, isLiteral } = place;
  if (awaiting?.args[0]) return await valuesOf(command, awaiting.args[0], current);
  const [flag = "", ...assigned] = current.split("=");
  if (!isLiteral && current.startsWith("--") && assigned.length > 0) {
    return await assignedValues(command, flag, current);
  }
  if (!isLiteral && current.startsWith("-")) {
    return optionsOf(command).flatMap(({ flags, description: about }) => flags.map((value) => ({ value, about })));
  }
  return [
    ...(taken === 0 && !isLiteral ? await commandOffers(command) : []),
    ...await wordOffers(command, taken, current),
  ];
}

function optionsOf(command: AnyCommand): Option[] {
  return [...command.getBaseOptions(), ...command.getGlobalOptions()];
}

async function commandOffers(command: AnyCommand): Promise<Offer[]> {
  await command.loadBaseCommands();
  return command.getBaseCommands().map((one) => ({ value: one.getName(), about: one.getShortDescription() }));
}

async function wordOffers(command: AnyCommand, taken: number, current: string): Promise<Offer[]> {
  const all = command.getArguments();
  const last = all.at(-1);
  const argument = all[taken] ?? (last?.variadic ? last : undefined);
  return argument ? await valuesOf(command, argument, current) : [];
}

async function assignedValues(command: AnyCommand, flag: string, current: string): Promise<Offer[]> {
  const [value] = optionsOf(command).find(({ flags }) => flags.includes(flag))?.args ?? [];
  if (!value) return [];
  if (value.type === "fields") return listed(aboutOf(command).fields ?? [], current);
  if (value.type === "columns") return listed(columnsOf(command), current);
  return (await valuesOf(command, value, "")).map((one) =>
    one === FILES ? one : { ...one, value: `${flag}=${one.value}` }
  );
}

/** Completes the name after the last comma. */
function listed(names: readonly string[], current: string): Offer[] {
  const before = current.slice(0, Math.max(current.lastIndexOf(","), current.indexOf("=")) + 1);
  return names.map((name) => ({ value: before + name, about: "" }));
}

function columnsOf(command: AnyCommand): string[] {
  return [...new Set(aboutOf(command).columns?.flat().map(nameOf))];
}

async function valuesOf(command: AnyCommand, { type, action }: Argument, current: string): Promise<Offer[]> {
  if (type === "columns" || type === "column") return listed(columnsOf(command), current);
  const handler = command.getType(type)?.handler;
  if (handler instanceof PathType) return [FILES];
  const own = handler && "values" in handler ? handler.values?.(command) : undefined;
  const values = own ?? await command.getCompletion(action)?.complete(command, command.getParent()) ?? [];
  return values.map((value) => {
    const [word = "", about = ""] = String(value).split("\t");
    return { value: word, about };
  });
}
