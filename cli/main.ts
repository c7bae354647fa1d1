#!/usr/bin/env node
/**
 * `tonearm`, the command line: reads the process, runs, exits.
 *
 * @module
 */

import process from "node:process";
import { cleanLines } from "./output/text.ts";
import { processHost } from "./host/process_host.ts";
import { run } from "./program.ts";

const { host, ending, settled } = processHost();

Promise.race([run(process.argv.slice(2), host), ending]).then(
  async (code) => {
    await settled();
    process.exit(code);
  },
  (error) => {
    process.stderr.write(`tonearm: ${cleanLines(String(error instanceof Error ? error.stack : error))}\n`);
    process.exit(1);
  },
);
