// The URL that gets each event, signed as Standard Webhooks specify.
// See https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import type { Context } from "../context.ts";
import { reasonOf, usage } from "../errors.ts";
import { deliver } from "./hook.ts";
import type { Followed } from "./options.ts";

/** The variable with the secret: `whsec_` and 24 to 64 bytes in base64. */
const SECRET = "TONEARM_WEBHOOK_KEY";
const FORM = /^(?:whsec_)?([A-Za-z0-9+/]{32,86}={0,2})$/;

export interface Webhook {
  readonly url: string;
  readonly key: Uint8Array;
}

/** Checks the URL and the secret, before anything is requested. */
export function readWebhook({ env }: Pick<Context, "env">, url: string): Webhook {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw usage("--webhook needs a URL", "For example --webhook https://example.com/events");
  }
  const [, encoded] = FORM.exec(env[SECRET] ?? "") ?? [];
  const key = Buffer.from(encoded ?? "", "base64");
  if (key.length >= 24 && key.length <= 64) return { url, key };
  throw usage(`--webhook needs a secret in ${SECRET}`, 'It is "whsec_" and 24 to 64 random bytes in base64.');
}

/** Posts an event until it is accepted with 2xx; throws a failure after too many attempts. */
export async function postEvent(context: Context, webhook: Webhook, event: Followed, retries: number): Promise<void> {
  const send = context.limited(context.fetch);
  const body = JSON.stringify(event);
  const attempt = async () => {
    const headers = signed(webhook.key, event.id, Math.floor(context.host.now() / 1000), body);
    try {
      const reply = await send(webhook.url, { method: "POST", headers, body, redirect: "manual" });
      await reply.body?.cancel();
      return reply.ok ? undefined : { why: `responded with ${reply.status}` };
    } catch (error) {
      return { why: `cannot be reached (${reasonOf(error)})` };
    }
  };
  await deliver(context, { name: "The webhook", code: "webhook", attempt }, event, retries);
}

/** Returns the headers of a delivery; `id` stays the same in each attempt, so that a receiver can tell. */
export function signed(key: Uint8Array, id: string, seconds: number, body: string): Record<string, string> {
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}
