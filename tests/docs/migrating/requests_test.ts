// The requests of soundcloud-api-ts 1.13.4 and of this client for the same calls. `TONEARM_GOLDEN=write` writes the
// differences to docs/guides/migrating.md.
import { assert, assertEquals } from "@std/assert";
import * as theirs from "soundcloud-api-ts";
import { fileURLToPath } from "node:url";
import { CALLS, type Compared, type Parts, requestsOf } from "./calls.ts";
import { type Difference, DIFFERENCES, EVERY } from "./differences.ts";

const GUIDE = new URL("../../../docs/guides/migrating.md", import.meta.url);
type Found = Omit<Difference, "why">;
type Values = Omit<Found, "functions">;

/** The differences between two requests. */
function* between(left: Parts, right: Parts): Generator<Values> {
  for (const part of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [theirs, ours] = [left[part], right[part]?.replace(/(?<=tonearm\/).*/, "…")];
    if (theirs !== ours) yield { part, ...theirs !== undefined && { theirs }, ...ours !== undefined && { ours } };
  }
}

/** Compares every call, called as a function and as a method, which must differ alike. */
async function findDifferences(): Promise<Found[]> {
  const found = new Map<string, Values & { functions: Set<string> }>();
  for (const call of CALLS) {
    const ways = Object.values(await requestsOf(call)).map((pair) => differencesOf(call, pair));
    for (const other of ways.slice(1)) assertEquals(other, ways[0], `${call[1]}() differs from ${call[0]}()`);
    for (const { part, theirs, ours } of ways[0]!) {
      const key = [part, theirs, ours].join("\n");
      const row = found.get(key) ?? { part, functions: new Set(), ...theirs && { theirs }, ...ours && { ours } };
      found.set(key, { ...row, functions: row.functions.add(call[0]) });
    }
  }
  return [...found.values()].map((row) => ({ ...row, functions: namesOf(row.functions) }))
    .toSorted((a, b) => Number(a.part > b.part) - Number(a.part < b.part));
}

/** Names functions; most of them, by those that are missing. */
function namesOf(functions: ReadonlySet<string>): string[] {
  const others = [...new Set(CALLS.map(([name]) => name))].filter((name) => !functions.has(name));
  return others.length > functions.size ? [...functions] : [EVERY, ...others];
}

function differencesOf([name]: Compared, [left, right]: readonly [Parts[], Parts[]]): Values[] {
  assert(left.length > 0, `${name}() sends nothing`);
  assertEquals(right.length, left.length, `${name}() sends another number of requests`);
  return left.flatMap((parts, index) => [...between(parts, right[index]!)]);
}

/** The table of the guide. */
function table(rows: readonly Difference[]): string {
  const code = (text: string | undefined) => text === undefined ? "–" : `\`${text}\``;
  const lines = rows.map(({ part, theirs, ours, functions, why }) => {
    const [first = "", ...others] = functions;
    const but = others.length > 0 ? ` but ${others.map(code).join(", ")}` : "";
    const names = first === EVERY ? `all${but}` : functions.map(code).join(", ");
    return `| ${part} | ${code(theirs)} | ${code(ours)} | ${names} | ${why} |`;
  });
  return ["| Part | soundcloud-api-ts | here | Functions | Why |", "| --- | --- | --- | --- | --- |", ...lines].join(
    "\n",
  );
}

Deno.test("soundcloud-api-ts: every function sends what ours sends, but for the explained differences", async () => {
  assertEquals(await findDifferences(), DIFFERENCES.map(({ why: _, ...row }) => row));
  assertEquals(DIFFERENCES.filter(({ why }) => !why.endsWith(".")), []);
});

Deno.test("soundcloud-api-ts: every function that sends a request is compared", () => {
  const sends = Object.keys(theirs).filter((name) => !OTHERS.includes(name));
  assertEquals(sends.toSorted(), [...new Set(CALLS.map(([name]) => name))].toSorted());
});

/** Exports that send nothing by themselves, or whatever they are given. */
const OTHERS: readonly string[] = [
  ...["IMPLEMENTED_OPERATIONS", "InFlightDeduper", "RawClient", "SoundCloudClient", "SoundCloudError"],
  ...["fetchAll", "generateCodeChallenge", "generateCodeVerifier", "getAuthorizationUrl", "getSoundCloudWidgetUrl"],
  ...["paginate", "paginateItems", "scFetch", "scFetchUrl", "default", "module.exports"],
];

Deno.test("docs/guides/migrating.md shows every difference of the requests with its reason", async () => {
  const text = await Deno.readTextFile(GUIDE);
  const section = /(?<=<!-- requests -->\n)[^]*?(?=<!-- \/requests -->)/;
  const cells = (rows = "") =>
    rows.split("\n").filter((line) => /^\| (?!-|Part)/.test(line)).map((line) => line.replace(/ +/g, " "));
  if (Deno.env.get("TONEARM_GOLDEN") === "write") {
    await Deno.writeTextFile(GUIDE, text.replace(section, `\n${table(DIFFERENCES)}\n\n`));
    await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", fileURLToPath(GUIDE)] }).output();
  }
  const shown = section.exec(await Deno.readTextFile(GUIDE))?.[0];
  assertEquals(cells(shown), cells(table(DIFFERENCES)));
});
