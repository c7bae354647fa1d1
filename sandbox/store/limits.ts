import type { Store } from "./store.ts";

/** A limit of SoundCloud: a maximum number in a window that starts with the first use. */
export interface Limit {
  readonly name: string;
  readonly bucket: "by-client" | "by-ip" | "by-user";
  readonly most: number;
  readonly hours: number;
}

export interface Usage {
  readonly limit: Limit;
  readonly resetAt: number;
}

/** Counts a use in the current window. Returns the limit if it is used up, which a use doesn't count towards. */
export function use({ db, clock }: Store, limit: Limit, holder: string): Usage | undefined {
  const [now, length, key] = [clock.now(), limit.hours * 3_600_000, `${limit.name} ${limit.bucket}`];
  const sql = "SELECT opened_at, used FROM limits WHERE name = ? AND holder = ?";
  const row = db.get<{ opened_at: number; used: number }>(sql, key, holder);
  const { opened_at, used } = row !== undefined && now < row.opened_at + length ? row : { opened_at: now, used: 0 };
  if (used >= limit.most) return { limit, resetAt: opened_at + length };
  const insert = "INSERT OR REPLACE INTO limits (name, holder, opened_at, used) VALUES (?, ?, ?, ?)";
  db.run(insert, key, holder, opened_at, used + 1);
}
