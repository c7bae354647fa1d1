/**
 * Uploads of a running command: its account, its signal, its terminal.
 *
 * @module
 */

import type { ServiceClient } from "@tonearm/client";
import type { Context } from "../context.ts";
import { ProgressBar } from "../output/progress_bar.ts";
import type { Journal } from "./journal.ts";
import type { Uploader } from "./uploading.ts";

/** What uploads need of a command. */
export function uploaderFor(context: Context, client: ServiceClient, journal: Journal): Uploader {
  return {
    client,
    journal,
    signal: context.host.signal,
    now: () => context.host.now(),
    note: (text) => context.note(text),
    progress: (name) => new ProgressBar(context, name),
  };
}
