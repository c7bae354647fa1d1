import { clientOf, endSession } from "$lib/server/session";
import { error, redirect } from "@sveltejs/kit";
import { ServiceError } from "@tonearm/client";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async ({ cookies, locals }) => {
  if (!locals.tokenStore) return { username: undefined, titles: [] };
  const { me } = clientOf(locals.tokenStore);
  try {
    const [{ username }, { collection }] = await Promise.all([me.getMe(), me.getTracks(5)]);
    return { username, titles: collection.map(({ title }) => title) };
  } catch (failure) {
    if (!(failure instanceof ServiceError)) throw failure;
    if (!failure.isPermanentAuthError) error(502, "SoundCloud doesn't answer");
    // The user has revoked the access, so the session ends.
    endSession(cookies);
    redirect(303, "/");
  }
};
