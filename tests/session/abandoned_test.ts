import { assertEquals } from "@std/assert";
import { paginate } from "@tonearm/client";

Deno.test("paginate(): an abandoned iterator leaves no listener on its signal", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add.apply(signal, args));
  signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove.apply(signal, args));
  const page = (cursor: number) => ({
    collection: [cursor],
    next_href: `https://api.soundcloud.com/a?cursor=${cursor}`,
  });
  const pages = paginate(page(1), () => Promise.resolve(page(2)), { signal });
  await pages.next();
  await pages.next();
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(listeners, 0);
});
