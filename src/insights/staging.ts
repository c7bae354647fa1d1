import type { Item, ReadPage } from "./read.ts";
import type { InsightsStore } from "./store.ts";

/** How long pages of an interrupted run are used, in seconds: their counts are of one reading. */
const USABLE_S = 900;
/** How long a run without a new page counts as running, in seconds. */
const RUNNING_S = 30;

interface PageRow extends Pick<ReadPage, "list" | "next"> {
  readonly run: string;
  readonly number: number;
  readonly at: number;
  readonly stored: number;
  readonly items: string;
}

/** The pages of one run. */
export class Staging {
  readonly #store: InsightsStore;
  readonly #source: string;
  readonly #next = new Map<string, string | null>();
  #number = 0;
  /** What was read so far. */
  readonly items: Item[] = [];
  /** The name of the run. */
  readonly run: string = crypto.randomUUID();
  /** When the reading began, by SoundCloud's clock. */
  at: number;

  private constructor(store: InsightsStore, source: string, at: number) {
    this.#store = store;
    this.#source = source;
    this.at = at;
  }

  /** Begins a run, or takes over one that was interrupted. */
  static async open(store: InsightsStore, source: string, at: number): Promise<Staging> {
    const staging = new Staging(store, source, at);
    const now = Math.floor(Date.now() / 1000);
    const rows = await store.transaction("write", async (sql) => {
      await sql("DELETE FROM pages WHERE stored < $1 OR at < $2 AND source = $3", now - 86_400, at - USABLE_S, source);
      const all = await sql<PageRow>("SELECT * FROM pages WHERE source = $1 ORDER BY stored DESC", source);
      const ended = all.find(({ run }) => all.every((row) => row.run !== run || row.stored <= now - RUNNING_S));
      if (!ended) return [];
      await sql("UPDATE pages SET run = $1 WHERE source = $2 AND run = $3", staging.run, source, ended.run);
      return all.filter(({ run }) => run === ended.run).sort((a, b) => a.number - b.number);
    });
    for (const row of rows) staging.#take({ ...row, items: JSON.parse(row.items) as Item[] }, row.at);
    return staging;
  }

  /** Tells where a list continues. */
  next(list: ReadPage["list"]): string | null | undefined {
    return this.#next.get(list);
  }

  /** Keeps a page. */
  async add(page: ReadPage): Promise<void> {
    this.#take(page, this.at);
    const values = [this.#source, this.run, this.#number, this.at, Math.floor(Date.now() / 1000)];
    await this.#store.transaction("write", (sql) =>
      sql(
        "INSERT INTO pages (source, run, number, at, stored, list, next, items) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        ...values,
        ...[page.list, page.next, JSON.stringify(page.items)],
      ));
  }

  #take({ list, next, items }: Pick<ReadPage, "list" | "next" | "items">, at: number): void {
    this.#number++;
    this.#next.set(list, next);
    this.items.push(...items);
    this.at = at;
  }
}
