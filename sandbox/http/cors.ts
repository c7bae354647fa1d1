import type { Call } from "./call.ts";

const CORS_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-headers": "Accept, Authorization, Content-Type, Origin",
  "access-control-allow-methods": "GET, PUT, POST, DELETE",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Date",
};

export function cors({ world }: Call, reply: Response): Response {
  if (!world.config.cors) return reply;
  for (const [name, value] of Object.entries(CORS_HEADERS)) reply.headers.set(name, value);
  return reply;
}

export function preflight(): Response {
  return new Response(null, { status: 204, headers: { "access-control-max-age": "600" } });
}
