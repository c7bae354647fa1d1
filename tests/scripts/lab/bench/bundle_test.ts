import { assert } from "@std/assert";
import { compressedSize, SIZES } from "../../../../scripts/lab/bench/library/bundle.ts";

for (const [what, { code, limit }] of Object.entries(SIZES)) {
  Deno.test(`bundleFile(): a bundle of ${what} is no larger than ${limit} bytes`, () => {
    const size = compressedSize(code);
    assert(size <= limit, `${size} bytes: if they're worth it, raise the limit in scripts/lab/bench/library/bundle.ts`);
  });
}
