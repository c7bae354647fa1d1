import { type OpenStore, tokenStoreContract } from "@tonearm/client/store-contract";
import { assertEquals } from "@std/assert";

/** Runs every case on one store, which `begin` creates. */
export function fulfilsContract(
  store: string,
  begin: (stack: AsyncDisposableStack) => Promise<OpenStore>,
  ignore = false,
): Deno.TestDefinition {
  return {
    name: `${store} passes the contract of token stores`,
    ignore,
    async fn(t) {
      await using stack = new AsyncDisposableStack();
      const open = await begin(stack);
      for (const { name, run } of tokenStoreContract(open)) assertEquals(await t.step(name, run), true);
    },
  };
}
