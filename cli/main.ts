#!/usr/bin/env node
/**
 * `tonearm`, the command line.
 *
 * It prints the version before it loads anything else, because scripts request it often.
 *
 * @module
 */

import { writeSync } from "node:fs";
import module from "node:module";
import process from "node:process";
import { versionAskedFor } from "./about.ts";

const STDOUT = 1;

function printVersion(): boolean {
  const version = versionAskedFor(process.argv.slice(2));
  if (version === undefined) return false;
  try {
    return writeSync(STDOUT, version) === version.length;
  } catch {
    return false;
  }
}

if (!printVersion()) {
  // Node 22 caches compiled code for the next run. On Bun this would only leave an empty folder.
  if (process.versions.bun === undefined) module.enableCompileCache?.();
  // No top-level await: the npm package contains this module as CommonJS, which starts faster on Node.
  void import("./start.ts").then(({ start }) => start());
}
