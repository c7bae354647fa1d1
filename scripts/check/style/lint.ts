/**
 * The rules of the project as a plugin of `deno lint`, so that editors show them. Rules that need more than one file
 * are in `scripts/check/check_style.ts`.
 */
import { unnamedFacts } from "./assertions.ts";
import { defaultExport, escapedPath, leftover, nestedConditional, switchedOff } from "./habits.ts";
import { node20 } from "./node20.ts";
import { foreignImport, machineImport, runtimeName } from "./purity.ts";
import { fileSize, functionSize } from "./size.ts";

const plugin: Deno.lint.Plugin = {
  name: "tonearm",
  rules: {
    "default-export": defaultExport,
    "escaped-path": escapedPath,
    "file-size": fileSize,
    "foreign-import": foreignImport,
    "function-size": functionSize,
    "leftover": leftover,
    "machine-import": machineImport,
    "nested-conditional": nestedConditional,
    "node20": node20,
    "runtime-name": runtimeName,
    "switched-off": switchedOff,
    "unnamed-facts": unnamedFacts,
  },
};

// The linter takes a plugin by its default export.
// deno-lint-ignore tonearm/default-export
export default plugin;
