import type { Failure, Kind } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { toJson } from "./json.ts";
import { screenOf } from "./screen.ts";
import { dim, red, render, wantsColor } from "./style.ts";
import { clean } from "./text.ts";
import { wrap } from "./wrap.ts";

const ENDED: readonly Kind[] = ["hung_up", "interrupted", "terminated"];

/** Returns whether a command line requests JSON. It isn't parsed, because it may be invalid. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const options = end < 0 ? argv : argv.slice(0, end);
  return options.some((argument) => /^--(jsonl$|(json|jq|template)(=|$))/.test(argument));
}

/** Writes a failure to stderr: two lines, or one JSON object. An interruption prints nothing. */
export async function reportFailure(failure: Failure, argv: readonly string[], host: Host): Promise<void> {
  if (ENDED.includes(failure.kind)) return;
  const screen = screenOf(host);
  const { code, message, hint, exit, failures } = failure;
  if (asksForJson(argv)) {
    return await screen.write("stderr", `${toJson({ error: { code, message, hint, exit, failures } }, 0)}\n`);
  }
  const colored = wantsColor(host.stderr, host.env, argv.includes("--no-color"));
  const columns = host.stderr.columns || Infinity;
  const what = wrap(`error: ${clean(message)}`, columns).join("\n").slice("error:".length);
  const advice = wrap(clean(hint), columns).map((line) => [dim(line), "\n"]);
  const text = render([red("error:"), what, "\n", ...advice], { isTTY: host.stderr.isTTY, colored });
  await screen.write("stderr", text);
}
