import type { MemoryTokenStore } from "@tonearm/client";

declare global {
  namespace App {
    interface Locals {
      /** The tokens of the browser that sends this request. */
      tokenStore: MemoryTokenStore | undefined;
    }
  }
}
