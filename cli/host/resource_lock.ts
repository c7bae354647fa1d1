// Serialises edits that read a resource and write it back: SoundCloud replaces the whole of a list, and doesn't notice
// that two programs wrote it.
import { join } from "node:path";
import { withFileLock } from "@tonearm/client/file";
import type { Calls } from "./host.ts";
import { dataDirectory, makePrivateDirectory } from "./paths.ts";

/** How long an edit waits for those before it; each takes some seconds. */
const MOST_PATIENT_MS = 15 * 60_000;

export async function withResource<T>(
  { env, host }: Pick<Calls, "env" | "host">,
  service: string,
  kind: "tracks" | "playlists",
  id: string,
  edit: () => Promise<T>,
): Promise<T> {
  const folder = join(dataDirectory(env), "locks");
  await makePrivateDirectory(folder);
  const name = `${new URL(service).host}-${kind}-${id.replace(/.*:/, "")}`.replace(/[^\w.-]+/g, "-");
  return await withFileLock(join(folder, `${name}.lock`), edit, { signal: host.signal, maxWaitMs: MOST_PATIENT_MS });
}
