import type { ServiceClient } from "@tonearm/client";
import type { Context } from "../context.ts";
import { ProgressBar } from "../output/progress_bar.ts";
import type { Journal } from "./journal.ts";
import type { UploadAccount, Uploader } from "./uploading.ts";

export function uploaderFor(
  context: Context,
  client: ServiceClient,
  account: UploadAccount,
  journal: Journal,
): Uploader {
  return {
    client,
    account,
    journal,
    signal: context.host.signal,
    now: () => context.host.now(),
    note: (text) => context.warn("upload", text),
    progress: (name) => new ProgressBar(context, name),
  };
}
