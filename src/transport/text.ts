/**
 * Reads the bodies of replies, up to a limit.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import type { Call } from "./call.ts";

/**
 * Reads a body and counts its bytes.
 *
 * @param call The call.
 * @param response The reply.
 * @param maxBytes The limit, in bytes.
 * @returns The text.
 * @throws {ServiceError} `reply_too_large`, without reading the rest; `invalid_fetch` when there is no `Response`.
 */
export async function countText(call: Call, response: Response, maxBytes: number): Promise<string> {
  if (typeof response?.text !== "function") {
    throw failure("invalid_fetch", "The fetch function returned no Response: text() is missing", call);
  }
  const reader = response.body?.getReader?.();
  // Mocks and empty replies have no stream.
  if (!reader) return await response.text();
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      reader.cancel().catch(() => {});
      const { method, url } = call;
      const facts = { method, url, headers: response.headers, reason: `The reply has more than ${maxBytes} bytes` };
      throw new ServiceError(response.status, response.statusText, undefined, { ...facts, code: "reply_too_large" });
    }
    text += decoder.decode(value, { stream: true });
  }
}
