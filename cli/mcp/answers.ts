/**
 * What tools answer: JSON for a model, failures with what to do next.
 *
 * @module
 */

import type { CallToolResult } from "@modelcontextprotocol/sdk/types";
import { explain } from "../errors.ts";
import { clean } from "../output/text.ts";

/** Runs a tool; a failure is also an answer. */
export async function answer(work: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: JSON.stringify(await work()) }] };
  } catch (error) {
    const { message, hint } = explain(error);
    const text = [message, hint].filter((part) => part !== undefined).map((part) => clean(part)).join(". ");
    return { isError: true, content: [{ type: "text", text }] };
  }
}
