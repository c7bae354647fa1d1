import { defaultConfig, type SandboxConfig } from "../world/config.ts";
import { ERAS } from "../world/era.ts";
import { checkObject, type Input, readValue } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

type Setting = keyof SandboxConfig;

/** Settings with a choice of words. */
const CHOICES: Readonly<Partial<Record<Setting, readonly string[]>>> = {
  era: ERAS,
  credentialPlaces: ["documented", "any"],
  refreshReuse: ["reject", "revoke-family"],
  signoutScope: ["pair", "access"],
};
/** Numbers that may be missing. */
const OPTIONAL: ReadonlySet<string> = new Set<Setting>(["gatewayBurst", "refreshTtlSeconds"]);
/** The settings that limit how often something may be done. */
const LIMITS: readonly Setting[] = [
  "clientCredentialsPerApp",
  "clientCredentialsPerAddress",
  "playsLimit",
  "gatewayBurst",
  "spamThreshold",
  "maxFollowings",
  "maxPlaylistTracks",
];

function isPossible(name: string, value: unknown): boolean {
  if (name === "redirectUri" && !URL.canParse(String(value))) return false;
  const choices = CHOICES[name as Setting];
  if (choices !== undefined) return choices.includes(String(value));
  if (OPTIONAL.has(name) && value === null) return true;
  const [usual, given] = [OPTIONAL.has(name) ? "number" : typeof defaultConfig[name as Setting], typeof value];
  if (usual !== "number") return given === usual;
  return Number.isInteger(value) && Number(value) >= 0;
}

/** Changes settings: all of them, or none where one is not possible. */
async function change({ request, world }: ControlCall, names: readonly Setting[]): Promise<void> {
  const input: Input = checkObject("the body", await readValue(request), names);
  const wrong = Object.entries(input).find(([name, value]) => !isPossible(name, value));
  if (wrong !== undefined) throw new Refusal(400, `${wrong[0]} can't be ${JSON.stringify(wrong[1])?.slice(0, 80)}`);
  Object.assign(world.config, input);
}

interface LimitRow {
  readonly name: string;
  readonly holder: string;
  readonly used: number;
  readonly openedAt: number;
}

/** The limits as they are set, and what has been used of them in windows that may have ended since. */
function limits({ world }: ControlCall): Response {
  const rows = world.db.all<LimitRow>("SELECT name, holder, used, opened_at AS openedAt FROM limits ORDER BY 1, 2");
  return reply({
    settings: Object.fromEntries(LIMITS.map((name) => [name, world.config[name]])),
    used: rows.map(({ openedAt, ...row }) => ({ ...row, openedAt: new Date(openedAt).toISOString() })),
  });
}

/** Everybody may start counting anew. */
function forget(call: ControlCall): Response {
  call.world.db.run("DELETE FROM limits");
  return limits(call);
}

/** How the service behaves, and how often things may be done. */
export const configRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/config", run: ({ world }) => reply(world.config) },
  {
    method: "PATCH",
    path: "/config",
    run: async (call) => {
      await change(call, Object.keys(defaultConfig) as Setting[]);
      return reply(call.world.config);
    },
  },
  { method: "GET", path: "/limits", run: limits },
  {
    method: "PATCH",
    path: "/limits",
    run: async (call) => {
      await change(call, LIMITS);
      return limits(call);
    },
  },
  { method: "DELETE", path: "/limits", run: forget },
];
