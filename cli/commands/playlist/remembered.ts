import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServicePlaylist } from "@tonearm/client";
import { type CredentialContext, openProfiles, profileName, wantsSandbox } from "../../auth/credentials.ts";
import type { Context } from "../../context.ts";
import type { Environment } from "../../host/host.ts";
import { dataDirectory, writePrivately } from "../../host/paths.ts";
import { readJson } from "../../output/json.ts";
import { clean } from "../../output/text.ts";

interface Remembered {
  readonly urn: string;
  readonly word: string;
  readonly title: string;
}

const MOST = 500;
const PATH = /^https:\/\/soundcloud\.com\/([\w-]+\/sets\/[\w-]+)(?:\?|$)/;

/** With `isAll`, they replace all stored ones. What can't be stored is skipped. */
export async function rememberPlaylists(
  context: Context,
  playlists: readonly ServicePlaylist[],
  isAll: boolean = false,
): Promise<void> {
  const before = isAll ? [] : await recall(context);
  const seen = new Map([...playlists.map(toRemembered), ...before].toReversed().map((one) => [one.urn, one]));
  await keep(context, [...seen.values()].toReversed());
}

export async function forgetPlaylist(context: Context, id: string): Promise<void> {
  const before = await recall(context);
  const left = before.filter(({ urn }) => urn !== id && !urn.endsWith(`:${id}`));
  if (left.length < before.length) await keep(context, left);
}

/** Returns the completions for playlists: the argument and, after a tab, the title. */
export async function offeredPlaylists(env: Environment): Promise<string[]> {
  const known = await recall({
    env,
    settings: {},
    get profiles() {
      return openProfiles(env);
    },
  });
  return known.map(({ word, title }) => `${word}\t${clean(title)}`);
}

/** A public playlist is offered by its name, which is easier to read; a private one has no URL that resolves. */
function toRemembered({ urn, title, permalink_url: url, sharing }: ServicePlaylist): Remembered {
  const [, path] = PATH.exec(url ?? "") ?? [];
  return { urn, title: title ?? "", word: sharing === "public" && path ? path : urn };
}

async function keep(context: CredentialContext, all: readonly Remembered[]): Promise<void> {
  await writePrivately(await pathOf(context), `${JSON.stringify(all.slice(0, MOST))}\n`).catch(() => {});
}

async function recall(context: CredentialContext): Promise<Remembered[]> {
  const known = readJson(await readFile(await pathOf(context), "utf8").catch(() => ""));
  return Array.isArray(known) ? known.filter(isRemembered) : [];
}

/** Checks a stored playlist. Shells evaluate completions, so names from other users must be safe. */
function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== "object" || value === null) return false;
  const { urn, word, title } = value as Record<string, unknown>;
  return typeof urn === "string" && typeof title === "string" && typeof word === "string" && /^[\w:/-]+$/.test(word);
}

async function accountOf(context: CredentialContext): Promise<string> {
  const { env, settings } = context;
  if (wantsSandbox(env, settings)) return "sandbox";
  const isOwnToken = env.TONEARM_TOKEN && settings.profile === undefined;
  return isOwnToken ? `token ${env.TONEARM_TOKEN}` : `profile ${await profileName(context)}`;
}

async function pathOf(context: CredentialContext): Promise<string> {
  const name = createHash("sha256").update(await accountOf(context)).digest("hex").slice(0, 16);
  return join(dataDirectory(context.env), "playlists", `${name}.json`);
}
