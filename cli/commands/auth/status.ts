import { ServiceError } from "@tonearm/client";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Connection, Context } from "../../context.ts";
import { findSource, type Source } from "../../auth/credentials.ts";
import { Failure } from "../../errors.ts";
import { tokenDirectory } from "../../host/paths.ts";
import { tabCard } from "../../output/cards.ts";
import { show } from "../../output/result.ts";

interface Status {
  readonly profile: string | null;
  readonly source: string;
  readonly storage: string | null;
  readonly secrets: string | null;
  readonly kind: Connection["kind"];
  readonly user: string | null;
  readonly expires_at: string | null;
  /** What the credentials allow; null if SoundCloud wasn't asked. */
  readonly works: readonly string[] | null;
}

export function status(): AnyCommand {
  return command({ fields: ["profile", "source", "storage", "secrets", "kind", "user", "expires_at", "works"] })
    .description(
      "Show which credentials are in use and whether they work\n\nExits with 4 if there are none or they no longer work.",
    )
    .option("--offline", "Don't ask SoundCloud whether they work")
    .example("Which credentials are in use", "tonearm auth status")
    .example("Whether they work, for a script", "tonearm auth status --quiet > /dev/null && echo yes")
    .action(act(async (context, options) => {
      const working = options.offline ? undefined : await check(context).catch((error: unknown) => error);
      context.host.signal.throwIfAborted();
      const source = await findSource(context);
      const known = source.kind === "profile" ? source.profile.username : null;
      const user = typeof working === "string" ? working : known ?? null;
      const found = working instanceof Error ? [] : worksOf(source);
      const facts = { ...await describe(context, source, user), works: options.offline ? null : found };
      await show(context, facts, () => draw(facts));
      if (working instanceof Error) throw working;
    }));
}

async function check(context: Context): Promise<string | undefined> {
  const connection = await context.connect();
  await connection.client.auth.getAccessToken();
  if (connection.kind === "app") return undefined;
  try {
    return (await connection.client.me.getMe(context.call)).username;
  } catch (error) {
    if (connection.source.kind !== "token" || !ServiceError.is(error) || !error.isUnauthorized) throw error;
    throw new Failure("auth", "SoundCloud rejected the token of TONEARM_TOKEN", { cause: error });
  }
}

function worksOf(source: Source): string[] {
  const isUser = source.kind !== "app" && (source.kind !== "profile" || source.profile.token?.kind === "user");
  const isRenewed = source.kind === "profile"
    ? !isUser || !!source.profile.token?.refreshToken
    : source.kind !== "token";
  return ["public data", ...(isUser ? ["commands that act for you"] : []), ...(isRenewed ? ["token refresh"] : [])];
}

async function describe(context: Context, source: Source, user: string | null): Promise<Omit<Status, "works">> {
  const none = { profile: null, storage: null, secrets: null, expires_at: null, user };
  if (source.kind === "sandbox") return { ...none, source: "--sandbox", kind: "user" };
  if (source.kind === "token") return { ...none, source: "TONEARM_TOKEN", kind: "unknown" };
  if (source.kind === "app") {
    const storage = tokenDirectory(context.host.env);
    return { ...none, source: "TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET", kind: "app", storage };
  }
  const { name, profile } = source;
  const store = context.profiles;
  const kept = await store.keeping(name);
  const expiresAt = profile.token?.expiresAt;
  return {
    profile: name,
    source: "profile",
    storage: store.path(name),
    secrets: "keychain" in kept
      ? `encrypted in that file; the key is in the ${kept.keychain}`
      : `in that file, which only you can read (${kept.file})`,
    kind: profile.token?.kind ?? "app",
    user,
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  };
}

function draw({ profile, source, storage, secrets, kind, user, expires_at, works }: Status): string {
  const kinds = { user: "a signed-in user", app: "an application", unknown: "unknown" } as const;
  return tabCard({
    title: "",
    facts: [],
    rows: [
      ["profile", profile ?? "none"],
      ["source", source],
      ["storage", storage ?? "nothing is stored"],
      ["secrets", secrets],
      ["kind", kinds[kind]],
      ["user", user],
      ["expires", expires_at ?? "unknown"],
      ["works", works && (works.join(", ") || "nothing")],
    ],
  });
}
