// The sentences of a source: its comments, and its strings of several words.

/** A comment or a string. */
const TOKEN =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\[^]|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|\$)*`|\/\*\*?[^]*?\*\/|(?<![:/])\/\/.*/g;
/** Comments for tools, and strings that aren't sentences: one word, a path, markup, SQL. */
const NO_SENTENCE = /^\/\/(?:\/|[ /]*(?:deno-|@ts-|#|eslint))|^["'`](?:[^ ]*|[^a-z]*|[^\w`].*|.*[<>{}=;|].*)["'`]$/s;
/** Code in a sentence: placeholders, escapes, calls, options, and tags of doc comments. */
const CODE =
  /\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|\\[^]|[\w.$]+\([^)]*\)|--[\w-]+|\{@link[^}]*\}|@(?:param \S+|\w+(?: \{[^}]*\})?)/g;

/** Returns the sentences of a source as Markdown, each on its own line of the source. */
export function textOf(source: string): string {
  const lines = source.split("\n").map(() => "");
  let [at, line] = [0, 0];
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    line += source.slice(at, index).split("\n").length - 1;
    at = index;
    const text = token.replaceAll(CODE, "`code`");
    if (NO_SENTENCE.test(text)) continue;
    const plain = token.startsWith("/") ? text.replaceAll(/^[ /]*\*+\/?|\*\/$|^\/\/ ?/gm, "") : text.slice(1, -1);
    for (const [offset, part] of plain.split("\n").entries()) lines[line + offset] += ` ${part.trim()}`;
  }
  return lines.map((text) => text.trim()).join("\n");
}
