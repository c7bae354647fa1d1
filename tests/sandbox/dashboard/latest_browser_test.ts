import { assertEquals } from "@std/assert";
import { inBrowser, openDashboard as open, openTab } from "../../support/sandbox/in_browser.ts";

/** A page of the dashboard, its request, and how to tell its replies apart. */
interface PageRequest {
  readonly page: string;
  readonly path: RegExp;
  /** The place of the number that the test adds to each reply. */
  readonly shown: string;
  readonly reply: (n: number) => object;
}

const SESSION = {
  app: "Sandbox",
  ended: false,
  tokens: 1,
  refreshes: 0,
  expiresAt: null,
  refreshExpiresAt: null,
  canRefresh: false,
};
const LIMIT = { name: "plays", most: 1000, endsAt: "2099-01-01T00:00:00Z", used: 1 };
const COUNTS = { users: 0, tracks: 0, playlists: 0 };

const PAGES: readonly PageRequest[] = [
  {
    page: "Sessions",
    path: /_sandbox\/sessions$/,
    shown: "section[aria-label=Sessions] li",
    reply: (n) => ({
      sessions: [{ ...SESSION, id: n, user: `user ${n}` }],
      tokenTtlSeconds: 3600,
      refreshTtlSeconds: null,
    }),
  },
  {
    page: "Limits",
    path: /_sandbox\/limits$/,
    shown: "section[aria-label=Limits] li",
    reply: (n) => ({ settings: {}, used: [{ ...LIMIT, holder: `user ${n}` }] }),
  },
  {
    page: "Worlds",
    path: /_sandbox\/state$/,
    shown: "section[aria-label=Worlds] li a",
    reply: (n) => ({ seed: 1, strict: false, counts: COUNTS, namespaces: [`user ${n}`] }),
  },
  {
    page: "Faults",
    path: /_sandbox\/faults$/,
    shown: "section[aria-label=Faults] li code",
    reply: (n) => ({ names: [], active: [{ id: n, name: null, rule: { path: `user ${n}` }, hits: 0 }] }),
  },
  {
    page: "Fidelity",
    path: /_sandbox\/conformance$/,
    shown: "section[aria-label=Fidelity] ul[aria-label='Operations that were called'] code",
    reply: (n) => ({
      called: 1,
      documented: 2,
      violationCount: 0,
      violations: [],
      undocumented: [],
      operations: [{ operation: `user ${n}`, called: 1, checked: 1, statuses: { 200: 1 } }],
    }),
  },
];

for (const { page: name, path, shown, reply } of PAGES) {
  Deno.test(inBrowser(
    `the page ${name} of the dashboard shows the newest reply, whichever comes last`,
    {},
    async (served, { page }) => {
      const late = Promise.withResolvers<void>();
      let requestCount = 0;
      await page.route(path, async (route) => {
        const n = ++requestCount;
        if (n === 1) await late.promise;
        await route.fulfill({ json: reply(n) });
      });
      await open(served, page);
      const overtaken = page.waitForResponse(path);
      await openTab(page, name);
      await page.evaluate("dispatchEvent(new Event('sandbox-changed'))");
      const second = page.locator(shown, { hasText: "user 2" });
      await second.waitFor();
      late.resolve();
      await (await overtaken).finished();
      await page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))");
      assertEquals(await page.locator(shown, { hasText: "user 1" }).count(), 0);
      assertEquals(await second.count(), 1);
    },
  ));
}
