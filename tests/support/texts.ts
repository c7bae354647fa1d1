import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

function characters(min: number, max: number): fc.Arbitrary<string> {
  return fc.integer({ min, max }).map((code) => String.fromCodePoint(code));
}

/** Generates one character: ASCII as often as any other, including control characters. */
const CHARACTER = fc.oneof(
  characters(0, 0x7f),
  characters(0x80, FIRST_SURROGATE - 1),
  characters(LAST_SURROGATE + 1, 0x10ffff),
);

/**
 * Generates well-formed texts of any characters. fast-check's `unit: "binary"` does the same, but takes seconds in each
 * test file, because it lists all of Unicode first.
 */
export function anyText(constraints: { readonly minLength?: number; readonly maxLength?: number } = {}): fc.Arbitrary<
  string
> {
  return fc.string({ ...constraints, unit: CHARACTER });
}

/** Generates queries with any names and values, as a browser writes them. */
export function anyQuery(): fc.Arbitrary<string> {
  return fc.dictionary(anyText(), anyText()).map((query) => new URLSearchParams(query).toString());
}

/** Generates URLs with any path, query and fragment. */
export function anyUrl(): fc.Arbitrary<string> {
  const origin = fc.tuple(fc.constantFrom("http", "https"), fc.domain(), fc.constantFrom("", ":8443", ":80"));
  const path = fc.array(anyText(), { maxLength: 4 }).map((parts) => parts.map(encodeURIComponent).join("/"));
  return fc.tuple(origin, path, anyQuery(), anyText()).map(([[scheme, host, port], folders, query, fragment]) =>
    `${scheme}://${host}${port}/${folders}?${query}#${encodeURIComponent(fragment)}`
  );
}
