// The notes for the developer: why a request is refused, the remedy, and who states the rule.
import NOTES from "../contract/notes.json" with { type: "json" };

/** A row of the table of notes. */
export type NoteName = keyof typeof NOTES;

export type NoteValues = Readonly<Record<string, string | number | null | undefined>>;

const LONGEST = 160;

export function isNoteName(name: string): name is NoteName {
  return Object.hasOwn(NOTES, name);
}

export function explain(name: NoteName, values: NoteValues = {}): string {
  const { why, fix, source } = NOTES[name];
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? "nothing").slice(0, LONGEST));
  return `${fill(why)} ${fill(fix)} [${fill(source)}]`;
}
