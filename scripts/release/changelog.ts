/**
 * CHANGELOG.md, whose part of a version is the text of its release, in the form of Keep a Changelog.
 *
 * `deno task release notes` prints the part of the current version.
 */
import { currentVersion } from "../project.ts";

const ROOT = new URL("../../", import.meta.url);
/** The kinds of changes. */
const KINDS: ReadonlySet<string> = new Set(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]);

/** What one version changes. */
interface Part {
  /** `Unreleased`, or a version and its day. */
  readonly title: string;
  readonly text: string;
}

function partsOf(text: string): Part[] {
  return text.split(/^## /m).slice(1).map((part) => {
    const [title = "", ...lines] = part.split("\n");
    return { title: title.trim(), text: lines.join("\n").trim() };
  });
}

/** Returns what is wrong with a changelog. */
export function complaints(text: string): string[] {
  const parts = partsOf(text);
  const found: string[] = [];
  if (parts.length === 0) found.push("it has no version");
  for (const [index, { title, text }] of parts.entries()) {
    const isFirst = index === 0 && title === "Unreleased";
    if (!isFirst && !/^\d+\.\d+\.\d+(-[\w.]+)? - \d{4}-\d\d-\d\d$/.test(title)) {
      found.push(`"${title}" is not "1.2.3 - 2026-01-31"${index === 0 ? ", nor Unreleased" : ""}`);
    }
    if (text === "") found.push(`${title} says nothing`);
    const kinds = [...text.matchAll(/^### (.+)$/gm)].map(([, kind = ""]) => kind);
    found.push(...kinds.filter((kind) => !KINDS.has(kind)).map((kind) => `${title} has a heading ${kind}`));
    found.push(...kinds.filter((kind, at) => kinds.indexOf(kind) < at).map((kind) => `${title} has two parts ${kind}`));
    if (kinds.length === 0 && text !== "") found.push(`${title} has no heading, such as Added`);
  }
  return found;
}

/**
 * Returns the text of a release.
 *
 * @throws {RangeError} When the changelog says nothing of the version.
 */
export function notesOf(version: string, text: string): string {
  const part = partsOf(text).find(({ title }) => title.split(" ")[0] === version);
  if (!part?.text) throw new RangeError(`Cannot release ${version}: CHANGELOG.md says nothing of it`);
  return `${part.text}\n`;
}

if (import.meta.main) {
  const text = await Deno.readTextFile(new URL("CHANGELOG.md", ROOT));
  const wrong = complaints(text);
  if (wrong.length > 0) throw new Error(`CHANGELOG.md: ${wrong.join("; ")}`);
  await Deno.stdout.write(new TextEncoder().encode(notesOf(await currentVersion(), text)));
}
