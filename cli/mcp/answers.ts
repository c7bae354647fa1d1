/**
 * Tool results: JSON for the model, and failures with advice.
 *
 * @module
 */

import type { CallToolResult } from "@modelcontextprotocol/sdk/types";
import { explain } from "../errors.ts";
import { clean } from "../output/text.ts";

/** Runs a tool and converts a failure to a result. */
export async function answer(work: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: JSON.stringify(await work()) }] };
  } catch (error) {
    const { message, hint } = explain(error);
    const text = [message, hint].filter((part) => part !== undefined).map((part) => clean(part)).join(". ");
    return { isError: true, content: [{ type: "text", text }] };
  }
}
