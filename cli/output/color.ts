/**
 * Colours, decided for each stream separately.
 *
 * @module
 */

import type { Environment } from "../host/host.ts";

/** Colours a text, or returns it unchanged. */
export type Paint = (text: string) => string;

/** The styles of the program. */
export interface Palette {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

/**
 * Returns whether a stream gets colours. `--no-color` and `NO_COLOR` disable them, and `FORCE_COLOR` enables them;
 * otherwise every terminal but a dumb one gets them.
 */
export function wantsColor(stream: { readonly isTTY: boolean }, env: Environment, noColor: boolean): boolean {
  if (noColor || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return stream.isTTY && env.TERM !== "dumb";
}

/** Returns the styles, with or without escape sequences. */
export function palette(colored: boolean): Palette {
  const style = (open: number, close: number): Paint =>
    colored ? (text) => text && `\x1b[${open}m${text}\x1b[${close}m` : (text) => text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
  };
}
