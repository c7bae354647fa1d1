/**
 * Unfollowing, for commands and assistants.
 *
 * @module
 */

import { type ServiceClient, ServiceError } from "@tonearm/client";

/** Unfollows a user; resolves with false if the user was not followed, which the service reports as 404. */
export async function unfollowUser(
  { me }: Pick<ServiceClient, "me">,
  id: string,
  call: { readonly signal: AbortSignal },
): Promise<boolean> {
  try {
    await me.unfollow(id, call);
    return true;
  } catch (error) {
    if (ServiceError.is(error) && error.isNotFound) return false;
    throw error;
  }
}
