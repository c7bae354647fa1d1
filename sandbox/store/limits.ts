import type { Store } from "./store.ts";

/** A limit of the service: a maximum number in a window that starts with the first use. */
export interface Limit {
  readonly name: string;
  readonly bucket: "by-client" | "by-ip" | "by-user";
  readonly most: number;
  readonly hours: number;
}

export interface Usage {
  readonly limit: Limit;
  readonly used: number;
  /** End of the window, in milliseconds since the epoch. */
  readonly resetAt: number;
}

/** Returns the use of a limit in the current window; none if the window has ended. */
export function usageOf(store: Store, limit: Limit, holder: string): Usage {
  const now = store.clock.now();
  const length = limit.hours * 3_600_000;
  const sql = "SELECT opened_at, used FROM limits WHERE name = ? AND holder = ?";
  const row = store.db.get<{ opened_at: number; used: number }>(sql, keyFor(limit), holder);
  const open = row !== undefined && now < row.opened_at + length;
  return { limit, used: open ? row.used : 0, resetAt: (open ? row.opened_at : now) + length };
}

export function isUsedUp({ limit, used }: Usage): boolean {
  return used >= limit.most;
}

export function countOne(store: Store, { limit, used, resetAt }: Usage, holder: string): void {
  const sql = "INSERT OR REPLACE INTO limits (name, holder, opened_at, used) VALUES (?, ?, ?, ?)";
  store.db.run(sql, keyFor(limit), holder, resetAt - limit.hours * 3_600_000, used + 1);
}

function keyFor({ name, bucket }: Limit): string {
  return `${name} ${bucket}`;
}
