/**
 * What `--jq` and `--template` make of a result. Both are loaded on demand.
 *
 * @module
 */

import { usage } from "../errors.ts";
import type { GlobalValues } from "../globals.ts";

/** How a result is to be formatted. */
type Settings = Pick<GlobalValues, "jq" | "template">;

/** Refuses an expression or a template that can't be read, before anything is requested. */
export async function checkFormat({ jq, template }: Settings): Promise<void> {
  if (jq !== undefined && template !== undefined) throw usage("--jq and --template cannot be used together");
  if (jq !== undefined) await (await import("./jq.ts")).checkJq(jq);
  if (template !== undefined) (await import("./render.ts")).checkTemplate(template);
}

/** Formats a result. */
export async function formatOne({ jq, template = "" }: Settings, value: unknown, now: number): Promise<string> {
  if (jq !== undefined) return await (await import("./jq.ts")).runJq(jq, value, false);
  return (await import("./render.ts")).renderTemplate(template, value, now);
}

/** Formats the results of a list one by one. */
export async function formatEach(
  { jq, template = "" }: Settings,
  values: readonly unknown[],
  now: number,
): Promise<string> {
  if (jq !== undefined) return await (await import("./jq.ts")).runJq(jq, values, true);
  const { renderTemplate } = await import("./render.ts");
  return values.map((value) => renderTemplate(template, value, now)).join("");
}
