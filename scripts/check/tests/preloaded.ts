// Preloaded by `deno test`: a test that reaches no assertion fails.
import { reached, reset } from "./reached.ts";

Deno.test.beforeEach(reset);
Deno.test.afterEach(() => {
  if (reached() === 0) throw new Error("This test reached no assertion, so nothing can fail it");
});
