import { usage } from "../errors.ts";
import { clean, pad, width } from "../output/text.ts";
import type { Expression } from "./expression.ts";
import { FUNCTIONS, holds, printed, timeAgo } from "./functions.ts";
import { type Block, parseTemplate, type Part } from "./template.ts";

interface Scope {
  readonly dot: unknown;
  /** Blocks share the variables of what is around them, so that `=` changes them there. */
  readonly variables: Map<string, { value: unknown }>;
}

const KEEPING = ["timeago", "tablerow", "tablerender"];
const GAP = "  ";

export function checkTemplate(source: string): void {
  parseTemplate(source).forEach(checkPart);
}

function checkPart(part: Part): void {
  if (part.kind === "text") return;
  checkCalls(part.kind === "set" ? part.to : part.of);
  if ("body" in part) [...part.body, ...part.otherwise].forEach(checkPart);
}

function checkCalls(expression: Expression): void {
  if (expression.kind === "fields") return checkCalls(expression.of);
  if (expression.kind !== "call") return;
  const { name, given } = expression;
  if (!FUNCTIONS.has(name) && !KEEPING.includes(name)) {
    throw usage(`--template: unknown function ${name}`, `Functions: ${[...FUNCTIONS.keys(), ...KEEPING].join(", ")}`);
  }
  given.forEach(checkCalls);
}

export function renderTemplate(source: string, value: unknown, now: number): string {
  return new Renderer(now).render(source, value);
}

class Renderer {
  readonly #now: number;
  #rows: string[][] = [];

  constructor(now: number) {
    this.#now = now;
  }

  render(source: string, value: unknown): string {
    const scope = { dot: value, variables: new Map([["", { value }]]) };
    return this.#parts(parseTemplate(source), scope) + this.#table();
  }

  #parts(parts: readonly Part[], scope: Scope): string {
    return parts.map((part) => this.#part(part, scope)).join("");
  }

  #part(part: Part, scope: Scope): string {
    if (part.kind === "text") return part.text;
    if (part.kind === "value") return printed(this.#value(part.of, scope));
    if (part.kind !== "set") return this.#block(part, scope);
    const value = this.#value(part.to, scope);
    const known = part.isNew ? undefined : scope.variables.get(part.name);
    if (known) known.value = value;
    else scope.variables.set(part.name, { value });
    return "";
  }

  #block({ kind, of, names, body, otherwise }: Block, scope: Scope): string {
    const value = this.#value(of, scope);
    if (!holds(value)) return this.#parts(otherwise, inner(scope, scope.dot));
    if (kind === "if") return this.#parts(body, inner(scope, scope.dot));
    if (kind === "with") return this.#parts(body, inner(scope, value, names, [value]));
    return Object.entries(Object(value)).map(([key, item]) => {
      const index = Array.isArray(value) ? Number(key) : key;
      return this.#parts(body, inner(scope, item, names, names.length > 1 ? [index, item] : [item]));
    }).join("");
  }

  #value(expression: Expression, scope: Scope): unknown {
    if (expression.kind === "constant") return expression.value;
    if (expression.kind === "path") {
      const { variable, fields } = expression;
      return fields.reduce(fieldOf, variable === undefined ? scope.dot : scope.variables.get(variable)?.value);
    }
    if (expression.kind === "fields") return expression.fields.reduce(fieldOf, this.#value(expression.of, scope));
    const given = expression.given.map((one) => this.#value(one, scope));
    if (expression.name === "timeago") return timeAgo(given[0], this.#now);
    if (expression.name === "tablerender") return this.#table();
    if (expression.name !== "tablerow") return FUNCTIONS.get(expression.name)?.(...given);
    this.#rows.push(given.map((cell) => clean(printed(cell))));
    return "";
  }

  #table(): string {
    const widths: number[] = [];
    for (const row of this.#rows) row.forEach((cell, at) => widths[at] = Math.max(widths[at] ?? 0, width(cell)));
    const lines = this.#rows.map((row) => row.map((cell, at) => pad(cell, widths[at] ?? 0)).join(GAP).trimEnd());
    this.#rows = [];
    return lines.map((line) => `${line}\n`).join("");
  }
}

function inner(
  { variables }: Scope,
  dot: unknown,
  names: readonly string[] = [],
  values: readonly unknown[] = [],
): Scope {
  return {
    dot,
    variables: new Map([...variables, ...names.map((name, at) => [name, { value: values[at] }] as const)]),
  };
}

function fieldOf(value: unknown, field: string): unknown {
  const holder: Record<string, unknown> = Object(value);
  return Object.hasOwn(holder, field) ? holder[field] : undefined;
}
