import type { Context, Next } from "hono";
import type { Env } from "./operation.ts";

const CORS_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-headers": "Accept, Authorization, Content-Type, Origin",
  "access-control-allow-methods": "GET, PUT, POST, DELETE",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Date",
};

/** Puts the CORS headers on answers to browsers, errors included, unless the settings say otherwise. */
export async function cors(c: Context<Env>, next: Next): Promise<void> {
  await next();
  if (!c.env.call.world.config.cors || c.req.header("origin") === undefined) return;
  for (const [name, value] of Object.entries(CORS_HEADERS)) c.res.headers.set(name, value);
}

/** Answers a browser's question before the real request. */
export function preflight(): Response {
  return new Response(null, { status: 204, headers: { "access-control-max-age": "600" } });
}
