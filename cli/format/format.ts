import { usage } from "../errors.ts";
import type { GlobalValues } from "../globals.ts";

type Settings = Pick<GlobalValues, "jq" | "template">;

export async function checkFormat({ jq, template }: Settings): Promise<void> {
  if (jq !== undefined && template !== undefined) throw usage("--jq and --template cannot be used together");
  if (jq !== undefined) await (await import("./jq.ts")).checkJq(jq);
  if (template !== undefined) (await import("./render.ts")).checkTemplate(template);
}

/** Formats a result; with `isEach`, the items of a list one by one. */
export async function format(
  { jq, template = "" }: Settings,
  value: unknown,
  now: number,
  isEach: boolean,
): Promise<string> {
  if (jq !== undefined) return await (await import("./jq.ts")).runJq(jq, value, isEach);
  const { renderTemplate } = await import("./render.ts");
  const values: readonly unknown[] = isEach && Array.isArray(value) ? value : [value];
  return values.map((one) => renderTemplate(template, one, now)).join("");
}
