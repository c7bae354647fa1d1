/**
 * Bodies of replies as text, up to a limit.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { Call } from "./call.ts";

/**
 * Reads a body and counts its bytes.
 *
 * @param call The call.
 * @param response The reply.
 * @param maxBytes The limit, in bytes.
 * @returns The text.
 * @throws {ServiceError} With the code `reply_too_large`, its rest unread; with `invalid_fetch` where there is no
 * `Response`.
 */
export async function countText(call: Call, response: Response, maxBytes: number): Promise<string> {
  checkResponse(call, response);
  const reader = response.body?.getReader?.();
  // Stubs and empty replies have no stream.
  if (!reader) return await response.text();
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      reader.cancel().catch(() => {});
      throw tooLarge(call, response, maxBytes);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function checkResponse({ method, url }: Call, response: Response | undefined): void {
  if (typeof response?.text === "function") return;
  const text = "The fetch function returned no Response: text() is missing";
  throw new ServiceError(0, "", undefined, { code: "invalid_fetch", method, url, text });
}

function tooLarge({ method, url }: Call, { status, statusText, headers }: Response, maxBytes: number): ServiceError {
  const text = `The reply has more than ${maxBytes} bytes`;
  return new ServiceError(status, statusText, undefined, { code: "reply_too_large", method, url, headers, text });
}
