/**
 * What the reference says about an operation besides its doc comment: the request, the responses, the limits, and the same
 * in the command line and in the sandbox.
 */
import * as client from "@tonearm/client";
import { API_TABLE } from "../../../sandbox/contract/operations.ts";
import { PUBLISHED } from "../../../sandbox/contract/row.ts";
import { COMMANDS } from "../../../tests/support/operations/operations.ts";
import type { Comment } from "./reference.ts";

/** Limits of SoundCloud by the requests that count. */
const LIMITS: readonly (readonly [request: RegExp, limit: string])[] = [
  [/streams$/, "15,000 plays of the app in 24 hours"],
  [
    /^(?:POST \/(?:likes|reposts)|PUT \/me\/followings|POST .*\/comments$)/,
    "likes, reposts, follows and comments of a user",
  ],
  [/^PUT \/me\/followings/, "2,000 users that one user may follow"],
  [/^(?:POST|PUT) \/playlists/, "500 tracks in a playlist"],
  [/^POST \/tracks$/, "4 GiB per upload, and the user's upload quota"],
];

const CALLERS = { user: "a user's", app: "the app's own, or a user's", nothing: "none" } as const;

/** Returns the request that a doc comment links to, such as `GET /me`, if SoundCloud documents it. */
export function requestOf({ tags = [] }: Comment = {}): string | undefined {
  const named = tags.map(({ kind, doc }) =>
    kind === "see" ? /\| ([A-Z]+ \/\S*?)\}(?=\s|$)/.exec(doc ?? "")?.[1] : undefined
  );
  return named.find((request) => request !== undefined && request in API_TABLE);
}

/** Returns the group and the method of a client that call an exported function, such as `tracks.getTrack`. */
function methodOf(name: string): string | undefined {
  const exported: Readonly<Record<string, unknown>> = client;
  for (const [group, module] of Object.entries(exported)) {
    if (Object.prototype.toString.call(module) !== "[object Module]") continue;
    const found = Object.entries(module as object).find(([, value]) => value === exported[name]);
    if (found) return `${group}.${found[0]}`;
  }
  return undefined;
}

/** Returns the part of an operation's page that follows from the contract. */
export function operationPart(name: string, request: string): string {
  const row = API_TABLE[request]!;
  const method = methodOf(name) ?? name;
  const codes = (words = "") => words.replaceAll(/([^\s:]+)\S*/g, "`$1`").replaceAll(" ", ", ");
  const replies = Object.entries(row.reply ?? {}).map(([status, schema]) =>
    schema ? `${status} ${schema.split("|").map((one) => `\`${one}\``).join(" or ")}` : status
  );
  const limits = LIMITS.filter(([pattern]) => pattern.test(request)).map(([, limit]) => limit);
  if (row.query?.includes("limit")) limits.push("200 items per page");
  const rows = [
    ["Request", `\`${request}\``],
    ["On a client", `\`client.${method}()\``],
    ["Token", CALLERS[row.who]],
    ["Query", codes(row.query)],
    ["Body", codes([row.body, row.form].filter(Boolean).join(" "))],
    ["Response", replies.join(", ")],
    ["Errors", [codes(row.refusals), "[others](/guides/errors)"].filter(Boolean).join(", ")],
    ["Limits", `${[...limits, "the app's rate"].join("; ")} ([all limits](/guides/rate-limits#the-limits))`],
    ["Command line", commandOf(method, request)],
    [
      "Sandbox",
      `${row.source ?? PUBLISHED}${row.deviation ? `; ${row.deviation}` : ""} ([sources](/contributing/fidelity))`,
    ],
  ];
  const [first, ...others] = rows.flatMap(([title, text]) =>
    text ? `| ${title} | ${text.replaceAll("|", "\\|")} |\n` : []
  );
  return `## Request and response\n\n${first}| --- | --- |\n${others.join("")}`;
}

/** Commands of operations that send more than the operation does. */
const OTHERS: Readonly<Record<string, string>> = {
  "auth.disconnect": "logout --revoke",
  "auth.signOut": "logout",
  "tracks.upload": "upload FILE",
};

/** Returns the command that sends the request, against SoundCloud or the sandbox of this machine. */
function commandOf(method: string, request: string): string {
  const [verb = "", path = ""] = request.replaceAll(/\{\w+\}/g, "ID").split(" ");
  const raw = `api ${verb === "GET" ? "" : `-X ${verb} `}${path}`;
  const line = OTHERS[method] ?? COMMANDS[method]?.[0] ?? raw;
  return `\`tonearm ${line}\`, or \`tonearm --sandbox ${line}\` without an account`;
}
