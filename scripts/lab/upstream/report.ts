// Formats a comparison as Markdown.
import type { Accepted, Judged } from "./accepted.ts";
import type { Difference, OperationDifferences } from "./compare.ts";

/** Names of the library's functions, by operation. */
export type Functions = ReadonlyMap<string, readonly string[]>;

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;

function line({ kind, fact, before = "", after = "" }: Difference): string {
  const one = before || after;
  const value = kind === "changed" ? `${before || "any"} → ${after || "any"}` : one;
  return `- \`${SIGNS[kind]}\` ${fact}${value && `: ${value}`}`;
}

function functionsOf(operation: string, functions: Functions): readonly string[] {
  return functions.get(operation.replace(/\{[^}]*\}/g, "{}")) ?? [];
}

/** Formats a section of operations with the same changes. */
function section(operations: readonly string[], lines: string, functions: Functions): string {
  const heads = operations.map((operation) => {
    const names = functionsOf(operation, functions).map((name) => `\`${name}\``).join(", ");
    return `### ${operation}\n\n${names ? `Touches ${names}.` : "No function of the library calls it."}`;
  });
  return `${heads.join("\n\n")}\n\n${lines}`;
}

function sections(found: readonly OperationDifferences[], functions: Functions): string[] {
  const alike = Map.groupBy(found, ({ differences }) => differences.map(line).join("\n"));
  return [...alike].map(([lines, group]) => section(group.map(({ operation }) => operation), lines, functions));
}

/**
 * Writes the report.
 *
 * @param title What was compared.
 * @param judged The differences.
 * @param accepted The list of known ones.
 * @param functions Names of the library's functions by operation.
 * @returns Markdown: `+` is only in the newer document, `-` only in the older one, `~` has changed.
 */
export function report(title: string, judged: Judged, accepted: readonly Accepted[], functions: Functions): string {
  const count = judged.open.reduce((sum, { differences }) => sum + differences.length, 0);
  const known = accepted.flatMap(({ reason }, i) => judged.counts[i] ? [`- ${reason} (${judged.counts[i]})`] : []);
  const gone = accepted.flatMap(({ reason }, i) => judged.counts[i] ? [] : [`- ${reason}`]);
  const parts = [
    `# ${title}`,
    count === 0 ? "No differences." : `${count} differences in ${judged.open.length} operations.`,
    ...sections(judged.open, functions),
    ...(known.length > 0 ? ["## Known differences", known.join("\n")] : []),
    ...(gone.length > 0 ? ["## Known differences that are gone", gone.join("\n")] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}
