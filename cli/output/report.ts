/**
 * Failure output, for people and for programs.
 *
 * @module
 */

import type { Failure } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { palette, wantsColor } from "./color.ts";
import { toJson } from "./json.ts";
import { clean } from "./text.ts";
import { wrap } from "./wrap.ts";

/** Returns whether a command line requests JSON. It isn't parsed, because it may be invalid. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const options = end < 0 ? argv : argv.slice(0, end);
  return options.some((argument) => /^--(jsonl$|(json|jq|template)(=|$))/.test(argument));
}

/** Writes a failure to stderr: two lines, or one JSON object. An interruption prints nothing. */
export async function reportFailure(failure: Failure, argv: readonly string[], host: Host): Promise<void> {
  if (failure.kind === "interrupted" || failure.kind === "terminated") return;
  if (asksForJson(argv)) return await host.stderr.write(`${toJson(asJson(failure), 0)}\n`);
  const colors = palette(wantsColor(host.stderr, host.env, argv.includes("--no-color")));
  const columns = host.stderr.columns || Infinity;
  const message = wrap(`error: ${clean(failure.message)}`, columns).join("\n").slice("error:".length);
  const hint = failure.hint ? wrap(clean(failure.hint), columns).map((line) => `${colors.dim(line)}\n`) : [];
  await host.stderr.write(`${colors.red("error:")}${message}\n${hint.join("")}`);
}

function asJson({ code, message, hint, exit, failures }: Failure): unknown {
  return { error: { code, message, hint: hint ?? null, exit, ...(failures ? { failures } : {}) } };
}
