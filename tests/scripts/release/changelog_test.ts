import { assertEquals, assertThrows } from "@std/assert";
import { complaints, notesOf } from "../../../scripts/release/changelog.ts";
import { currentVersion } from "../../../scripts/project.ts";

const TEXT = await Deno.readTextFile(new URL("../../../CHANGELOG.md", import.meta.url));
const PART = "## 1.0.0 - 2026-01-31\n\n### Added\n\n- A thing.\n";

Deno.test("CHANGELOG.md has the form of Keep a Changelog, and a text for the current version", async () => {
  assertEquals(complaints(TEXT), []);
  assertEquals(notesOf(await currentVersion(), TEXT).length > 100, true);
});

for (
  const [what, text, complaint] of [
    ["no version", "# Changelog\n", "it has no version"],
    [
      "a version without its day",
      PART.replace(" - 2026-01-31", ""),
      '"1.0.0" is not "1.2.3 - 2026-01-31", nor Unreleased',
    ],
    [
      "Unreleased below a version",
      `${PART}\n${PART.replace(/1.0.0.*/, "Unreleased")}`,
      '"Unreleased" is not "1.2.3 - 2026-01-31"',
    ],
    ["an empty part", "## Unreleased\n", "Unreleased says nothing"],
    ["an unknown kind of change", PART.replace("Added", "News"), "1.0.0 - 2026-01-31 has a heading News"],
    ["a kind twice", `${PART}\n### Added\n\n- More.\n`, "1.0.0 - 2026-01-31 has two parts Added"],
    ["changes of no kind", PART.replace("### Added\n", ""), "1.0.0 - 2026-01-31 has no heading, such as Added"],
  ] as const
) {
  Deno.test(`complaints() finds ${what} in a changelog`, () => assertEquals(complaints(text), [complaint]));
}

Deno.test("notesOf() is the part of one version, and of no other", () => {
  const text =
    `# Changelog\n\n## Unreleased\n\n### Fixed\n\n- B.\n\n${PART}\n## 0.9.0 - 2026-01-01\n\n### Added\n\n- Old.\n`;
  assertEquals(complaints(text), []);
  assertEquals(notesOf("1.0.0", text), "### Added\n\n- A thing.\n");
  assertThrows(() => notesOf("1.0", text), RangeError, "CHANGELOG.md says nothing of it");
});
