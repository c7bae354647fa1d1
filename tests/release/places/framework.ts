/**
 * An app of Next.js, by path. Its client outlives the requests, and its `fetch` is the one that Next.js patches.
 *
 * @module
 */

const CLIENT = `import { ServiceClient } from "@tonearm/client";
let kept;
export function client() {
  const { users, ...app } = JSON.parse(process.env.TONEARM_CONTRACT);
  kept ??= new ServiceClient(app);
  kept.setToken(users[0].access_token);
  return kept;
}
export async function names() {
  const [first, second] = await Promise.all([client().me.getMe(), client().me.getMe()]);
  return first.urn + " " + second.urn;
}
`;

/** A route that answers with the user. */
function route(runtime: string): string {
  return `import { names } from "../client.mjs";
export const runtime = "${runtime}";
export const dynamic = "force-dynamic";
export async function GET() {
  return new Response(await names());
}
`;
}

/** The files of the app. */
export const FRAMEWORK: Readonly<Record<string, string>> = {
  "package.json": `{ "private": true, "type": "module" }\n`,
  "next.config.mjs": `import { fileURLToPath } from "node:url";
export default { turbopack: { root: fileURLToPath(new URL("../", import.meta.url)) }, env: { TONEARM_CONTRACT: process.env.TONEARM_CONTRACT } };
`,
  "app/client.mjs": CLIENT,
  "app/layout.jsx": `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  "app/page.jsx": `import { names } from "./client.mjs";
export const dynamic = "force-dynamic";
export default async function Page() {
  return <p>{await names()}</p>;
}
`,
  "app/node/route.js": route("nodejs"),
  "app/edge/route.js": route("edge"),
};
