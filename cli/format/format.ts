import { usage } from "../errors.ts";
import type { GlobalValues } from "../globals.ts";

type Settings = Pick<GlobalValues, "jq" | "template">;

/** Rejects an invalid expression or template before anything is requested. */
export async function checkFormat({ jq, template }: Settings): Promise<void> {
  if (jq !== undefined && template !== undefined) throw usage("--jq and --template cannot be used together");
  if (jq !== undefined) await (await import("./jq.ts")).checkJq(jq);
  if (template !== undefined) (await import("./render.ts")).checkTemplate(template);
}

export async function formatOne({ jq, template = "" }: Settings, value: unknown, now: number): Promise<string> {
  if (jq !== undefined) return await (await import("./jq.ts")).runJq(jq, value, false);
  return (await import("./render.ts")).renderTemplate(template, value, now);
}

export async function formatEach(
  { jq, template = "" }: Settings,
  values: readonly unknown[],
  now: number,
): Promise<string> {
  if (jq !== undefined) return await (await import("./jq.ts")).runJq(jq, values, true);
  const { renderTemplate } = await import("./render.ts");
  return values.map((value) => renderTemplate(template, value, now)).join("");
}
