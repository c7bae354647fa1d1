/** The longest list or object that is shown on one line. */
const LINE = 72;
const DEEPEST = 4;

/** Returns a value as text, as the console of Deno shows it. */
export function inspect(value: unknown, depth = 0): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[Function: ${value.name || "(anonymous)"}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Error) return value.stack ?? String(value);
  if (value instanceof Date) return value.toISOString();
  if (depth > DEEPEST) return Array.isArray(value) ? "[Array]" : "[Object]";
  const [open, close, rows] = partsOf(value, depth + 1);
  if (rows.length === 0) return open.trimEnd() + close;
  const short = `${open} ${rows.join(", ")} ${close}`;
  if (short.length <= LINE && !short.includes("\n")) return short;
  return `${open}\n${rows.map((row) => `  ${row.replaceAll("\n", "\n  ")}`).join(",\n")}\n${close}`;
}

/** Returns how an object begins and ends, and its members. */
function partsOf(value: object, depth: number): [open: string, close: string, rows: string[]] {
  const shown = (each: unknown) => inspect(each, depth);
  if (Array.isArray(value)) return ["[", "]", value.map(shown)];
  if (value instanceof Set) return [`Set(${value.size}) {`, "}", [...value].map(shown)];
  if (value instanceof Map) {
    return [`Map(${value.size}) {`, "}", [...value].map(([key, each]) => `${shown(key)} => ${shown(each)}`)];
  }
  const name = value.constructor?.name ?? "[Object: null prototype]";
  const rows = Object.entries(value).map(([key, each]) =>
    `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${shown(each)}`
  );
  return [name === "Object" ? "{" : `${name} {`, "}", rows];
}
