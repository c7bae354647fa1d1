import { tokenStoreOf } from "$lib/server/session";
import type { Handle } from "@sveltejs/kit";

export const handle: Handle = async ({ event, resolve }) => {
  event.locals.tokenStore = tokenStoreOf(event.cookies);
  return await resolve(event);
};
