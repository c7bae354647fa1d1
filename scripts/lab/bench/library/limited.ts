/** Gives each request of a `fetch` a time limit: what a user of a library without time limits writes. */
export function withTimeLimit(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 30_000);
    try {
      return await fetch(url, { ...init, signal: controller.signal });
    } finally {
      clearTimeout(timer);
    }
  };
}
