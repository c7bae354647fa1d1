/**
 * The sentences in a source: its comments, error messages and test names, on their original lines.
 *
 * @module
 */
import { commentsOf, proseOf } from "./prose.ts";

/** A call whose strings are messages or test names. */
const SPEAKING =
  /^new \w*(?:Error|Failure|Fault|Refusal)$|^(?:usage|failure|badRequest|unprocessable|forbidden|Deno\.test)$/;
/** A string, a comment, a bracket or a name. */
const TOKEN =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\[^]|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|\$)*`|\/\*[^]*?\*\/|(?<![:/])\/\/.*|[(){}]|(?:\bnew )?[\w.]+/g;
/** Comments for tools. */
const DIRECTIVE = /^\/\/(?:\/|[ /]*(?:deno-|@ts-|#|eslint))/;
/** Options that contain a message or a test name. */
const SPOKEN_MEMBERS = ["name", "hint", "message"];

/** Which strings are read inside a bracket: all, those of some members, or none. */
type Reading = "all" | "members" | "none";

/** Returns everything in a source that people read: doc comments, remarks, error messages, test names. */
export function sentencesOf(source: string): string {
  const spoken = spokenIn(source);
  return commentsOf(source).split("").map((letter, at) => letter.trim() ? letter : spoken[at] ?? letter).join("");
}

/** Returns remarks, messages and names; everything else is blank. */
export function spokenIn(source: string): string {
  const spoken = blank(source).split("");
  const readings: Reading[] = [];
  let before = ["", ""];
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    const reading = readings.at(-1) ?? "none";
    if (/^[({]$/.test(token)) readings.push(readingOf(token, reading, before));
    else if (/^[)}]$/.test(token)) readings.pop();
    else if (isRead(token, reading, before[1]!)) put(spoken, index, plainText(token));
    before = [before[1]!, token];
  }
  return proseOf(spoken.join(""));
}

/** A wrapper around the name of a test is read like `Deno.test` itself; the body of a function isn't. */
function readingOf(bracket: string, outer: Reading, [earlier = "", last = ""]: readonly string[]): Reading {
  if (bracket === "{") return outer === "all" && last !== ")" ? "members" : "none";
  return SPEAKING.test(last) || outer === "all" && earlier === "(" && /^\w+$/.test(last) ? "all" : "none";
}

function isRead(token: string, reading: Reading, before: string): boolean {
  if (token.startsWith("//")) return !DIRECTIVE.test(token);
  if (reading === "none" || !/^["'`][^\n]* [^\n]*$/.test(token)) return false;
  return reading === "all" || SPOKEN_MEMBERS.includes(before);
}

/** Removes the quotes, the placeholders and the code names of a string. */
function plainText(token: string): string {
  return token.startsWith("//") ? token.replace("//", "  ") : ` ${token.slice(1, -1)} `.replaceAll(
    /\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|\\[^]|[\w.$]+\([^)]*\)|--[\w-]+|\[[^\]]*\]/g,
    blank,
  );
}

function put(spoken: string[], index: number, text: string): void {
  for (let at = 0; at < text.length; at++) spoken[index + at] = text[at]!;
}

function blank(found: string): string {
  return found.replaceAll(/[^\n]/g, " ");
}
