import { EnumType } from "@cliffy/command";
import { existsSync } from "node:fs";
import { copyFile, readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import {
  counts,
  forget as forgetCounts,
  importCounts,
  type InsightsStore,
  SqliteInsightsStore,
  thin as thinReadings,
} from "@tonearm/client/insights";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { absent, Failure, fileReason, usage } from "../../errors.ts";
import type { GlobalValues } from "../../globals.ts";
import { decodeFile, LIKELY_ENCODING } from "../../fields/text_file.ts";
import { withDraft } from "../../host/replace_file.ts";
import { confirmDeletion } from "../../output/prompt.ts";
import { type Format, FORMATS, readCounts, textOf, writeExport } from "../../insights/files.ts";
import { type PeriodValues, subjectOf, withStoreOption } from "../../insights/options.ts";
import { sqlite, type StoreValues, withStore } from "../../insights/store.ts";
import { whole } from "../../insights/words.ts";
import { show } from "../../output/result.ts";
import { counted, line } from "../../output/text.ts";

type Values = GlobalValues & StoreValues;

export function exportCounts(): AnyCommand {
  const exporting: AnyCommand = command({ fields: ["file", "format", "rows"] })
    .type("export-format", new EnumType(FORMATS))
    .description(
      "Export all counts\n\n" +
        "Each row is a count at the time when it changed: service, source, kind, urn, title, metric, at, count.\n" +
        "DuckDB, pandas and warehouses read these formats. Without --output, the counts go to stdout.",
    )
    .option("--format <format:export-format>", "The format", { default: "csv" })
    .option("-o, --output <file:path>", "The file");
  return withStoreOption(exporting)
    .example("For DuckDB", "tonearm insights export --format parquet -o counts.parquet")
    .example("For a spreadsheet", "tonearm insights export -o counts.csv")
    .action(act(async (context: Context, options: Values & { readonly format: Format; readonly output?: string }) => {
      const { format, output } = options;
      await withStore(context, options, async (store) => {
        if (output === undefined || output === "-") {
          if (format === "parquet") throw usage("Parquet needs a file", "Add --output counts.parquet.");
          for await (const text of textOf(counts(store), format)) await context.print(text);
          return;
        }
        const file = resolve(output);
        const rows = await writeExport(file, counts(store), format).catch(unwritable(output));
        await show(context, { file, format, rows }, () => line`Wrote ${counted(rows, "count")} to ${output}`);
      });
    }));
}

function unwritable(file: string): (error: unknown) => never {
  return (error) => {
    // A transaction of the store reports it as the cause of its own error.
    const cause = [error, Object(error).cause].find((one) => /^E[A-Z]+$/.test(Object(one).code));
    throw cause ? new Failure("failed", `Cannot write ${file}: ${fileReason(cause)}`, { cause }) : error;
  };
}

export function importFile(): AnyCommand {
  const importing: AnyCommand = command({ fields: ["imported", "skipped"] })
    .description(
      "Import counts that you already have\n\n" +
        "Reads a CSV file with the columns urn (or the id), date, and plays, likes, reposts, comments, downloads or\n" +
        "followers, or one that `tonearm insights export` wrote. Skips counts that are newer than the first reading.",
    )
    .arguments("<file:path>")
    .option("--user <id:string:user>", "The account (default: the signed-in one)");
  return withStoreOption(importing)
    .example("A spreadsheet", "tonearm insights import plays.csv")
    .example("Counts of another account", "tonearm insights import --user 1 - < plays.csv")
    .action(act(async (context: Context, options: Values & { readonly user?: string }, file: string) => {
      const rows = readCounts(file === "-" ? await readText(context.host.stdin) : await readImport(file), file);
      const { user: named, service } = await subjectOf(context, options);
      const user = named ?? (await (await context.connectAsUser()).client.me.getMe(context.call)).urn;
      const values = { ...options, create: true };
      const result = await withStore(context, values, (store) => importCounts(store, rows, { user, service }));
      const { imported, skipped } = result;
      const rest = skipped === 0 ? "" : `; skipped ${whole(skipped)} that are not older than the first reading`;
      await show(context, result, () => line`Imported ${counted(imported, "row")}${rest}`);
    }));
}

async function readImport(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error) => absent(error, file, "usage"));
  if (bytes === undefined) throw usage(`There is no file ${file}`);
  return decodeFile(bytes, file, LIKELY_ENCODING).text;
}

export function backup(): AnyCommand {
  return withStoreOption(
    command({ fields: ["file"] })
      .description("Copy the store to a new file, also while others record")
      .arguments("<file:path>")
      .example("A copy", "tonearm insights backup counts.sqlite")
      .example("One a day", 'tonearm insights backup "$(date +%F).sqlite"'),
  ).action(act(async (context: Context, options: Values, file: string) => {
    if (existsSync(file)) throw usage(`${file} exists already`, "Name a new file.");
    await withStore(context, options, async (store, path) => {
      if (path === undefined) throw usage("PostgreSQL has its own backups", "pg_dump --schema=tonearm_insights");
      await copyStore(store, path, resolve(file)).catch(unwritable(file));
    });
    await show(context, { file: resolve(file) }, () => line`Wrote ${file}`);
  }));
}

/** Copies a file and its log while nobody writes: Deno denies SQLite's own copy without all permissions. */
async function copyStore(store: InsightsStore, path: string, file: string): Promise<void> {
  await withDraft(file, async (draft) => {
    try {
      await store.transaction("write", async () => {
        await copyFile(path, draft);
        if (existsSync(`${path}-wal`)) await copyFile(`${path}-wal`, `${draft}-wal`);
      });
      const db = new (sqlite().DatabaseSync)(draft);
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
    } finally {
      for (const suffix of ["-wal", "-shm"]) await rm(draft + suffix, { force: true });
    }
  });
}

export function thin(): AnyCommand {
  return withStoreOption(
    command({ fields: ["merged"] })
      .description(
        "Merge old readings: hours into days, days into weeks\n\n" +
          "Totals don't change. The first reading and the first eight days of each track stay as they are.",
      )
      .option("--all-days <days:count>", "Keep every reading of the last days", { default: 28 })
      .option("--daily-days <days:count>", "Keep one reading a day of the last days, then one a week", { default: 90 })
      .example("All but the last four weeks", "tonearm insights thin")
      .example("Keep more", "tonearm insights thin --all-days 90 --daily-days 365"),
  ).action(act(async (context: Context, options: Values & { readonly allDays: number; readonly dailyDays: number }) => {
    const { allDays, dailyDays } = options;
    const merged = await withStore(context, options, async (store) => {
      const count = await thinReadings(store, { allDays, dailyDays, now: context.host.now() });
      if (store instanceof SqliteInsightsStore && count > 0) await store.compact();
      return count;
    });
    await show(context, { merged }, () => line`Merged ${counted(merged, "reading")}`);
  }));
}

export function forget(): AnyCommand {
  return withStoreOption(
    command({ fields: ["forgotten"] })
      .description("Delete the recorded counts of a user, of a track, or all of them, for good")
      .option("--user <id:string:user>", "An account or a public user, with all tracks")
      .option("--track <id:string:track>", "A track; sums that include it stay", { conflicts: ["user"] })
      .option("-y, --yes", "Don't ask")
      .example("A track", "tonearm insights forget --track 1184")
      .example("A public user, without a question", "tonearm insights forget --user night-ferry --yes"),
  ).action(act(async (context: Context, options: PeriodValues & GlobalValues & { readonly yes?: true }) => {
    const subject = await subjectOf(context, options);
    const what = subject.track ?? subject.user ?? "everything";
    if (!options.yes) await confirmDeletion(context, `what was recorded of ${what}`);
    const forgotten = await withStore(context, options, async (store) => {
      const count = await forgetCounts(store, subject);
      if (store instanceof SqliteInsightsStore) await store.compact();
      return count;
    });
    await show(context, { forgotten }, () => line`Forgot ${counted(forgotten, "item")}`);
  }));
}
