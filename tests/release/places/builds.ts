/** Starts what builds or compiles programs: bundlers, a framework, TypeScript. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startService } from "../served.ts";
import { install, run, toolbox } from "../toolbox.ts";
import { FRAMEWORK } from "./framework.ts";
import { MODULE, PROGRAM } from "./typed.ts";
import { folderIn, nodeOf, type Start, writeFiles } from "./start.ts";

/** A program of every entry, with a module that requires the package; and one function. */
const PROGRAMS = {
  "main.mjs": `import { ServiceError } from "@tonearm/client";
import { DenoKvTokenStore } from "@tonearm/client/deno-kv";
import { FileTokenStore } from "@tonearm/client/file";
import { HttpTokenStore } from "@tonearm/client/http";
import { MemoryRateLimiter } from "@tonearm/client/limits";
import { PostgresTokenStore } from "@tonearm/client/postgres";
import { RedisTokenStore } from "@tonearm/client/redis";
import { tokenStoreContract } from "@tonearm/client/store-contract";
import { required } from "./other.cjs";
const all = [DenoKvTokenStore, FileTokenStore, HttpTokenStore, MemoryRateLimiter, PostgresTokenStore, RedisTokenStore];
console.log(all.every((one) => typeof one === "function"), typeof tokenStoreContract, required === ServiceError);
`,
  "other.cjs": `exports.required = require("@tonearm/client").ServiceError;\n`,
  // Rollup itself has no CommonJS.
  "main_rollup.mjs": `export { MemoryRateLimiter } from "@tonearm/client/limits";
import { ServiceError } from "@tonearm/client";
console.log(true, "function", ServiceError.is(new ServiceError(404, "Not Found")));
`,
  "one.mjs": `import { getTrack } from "@tonearm/client";\nconsole.log(getTrack.name);\n`,
  "build.mjs": `import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
const require = createRequire(import.meta.url);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const [, , name, input, out] = process.argv;
const folder = import.meta.dirname ?? process.cwd();
const builds = {
  async esbuild() {
    const { build } = require("esbuild");
    await build({ entryPoints: [input], bundle: true, platform: "node", format: "esm", outfile: out });
  },
  async rolldown() {
    const { rolldown } = await load("rolldown");
    await (await rolldown({ input, platform: "node" })).write({ file: out });
  },
  async rollup() {
    const { rollup } = await load("rollup");
    const { nodeResolve } = await load("@rollup/plugin-node-resolve");
    await (await rollup({ input, plugins: [nodeResolve()], external: /^node:/ })).write({ file: out });
  },
  async vite() {
    const { build } = await load("vite");
    const rollupOptions = { output: { entryFileNames: out } };
    await build({ root: folder, logLevel: "error", ssr: { noExternal: true },
      build: { ssr: input, outDir: ".", emptyOutDir: false, minify: false, rollupOptions } });
  },
  async webpack() {
    const webpack = require("webpack");
    const config = { mode: "production", target: "node20", entry: "./" + input, context: folder,
      experiments: { outputModule: true },
      output: { path: folder, filename: out, module: true, chunkFormat: "module" } };
    await new Promise((resolve, reject) => webpack(config, (error, stats) => {
      if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString("errors-only")));
      else resolve();
    }));
  },
};
await builds[name]();
`,
};

/** A parameter of the sign-in, which a program of one lookup doesn't need. */
const UNUSED = /code_verifier/;

/** Builds two programs with a bundler, and runs them. */
export const startBundler: Start = async ({ name }, project) => {
  const installed = await install("bundlers", {
    esbuild: "0.28.2",
    rolldown: "1.3.2",
    rollup: "^4.0.0",
    "@rollup/plugin-node-resolve": "^16.0.0",
    vite: "8.3.8",
    webpack: "^5.0.0",
  });
  const folder = await folderIn(installed, `app_${name}`, project);
  await writeFiles(folder, PROGRAMS);
  const node = await nodeOf("24");
  const build = async (input: string, out: string) => {
    await run([node, "build.mjs", name, input, out], folder);
    return (await run([node, out], folder)).stdout.trim();
  };
  assertEquals(await build(name === "rollup" ? "main_rollup.mjs" : "main.mjs", "all_out.mjs"), "true function true");
  await build("one.mjs", "one_out.mjs");
  assertEquals(UNUSED.exec(await readFile(join(folder, "one_out.mjs"), "utf8"))?.[0], undefined);
};

/** Builds an app with Next.js, serves it, and reads each of its addresses twice. */
export const startFramework: Start = async ({ version }, project) => {
  const installed = await install("next", { next: version, react: "19.3.1", "react-dom": "19.3.1" });
  const folder = await folderIn(installed, "app_next", project);
  // Turbopack follows no link out of its root.
  await Deno.remove(join(folder, "node_modules/@tonearm"));
  await cp(join(project.folder, "node_modules/@tonearm/client"), join(folder, "node_modules/@tonearm/client"), {
    recursive: true,
  });
  await writeFiles(folder, FRAMEWORK);
  await using service = await startService();
  const env = { TONEARM_CONTRACT: service.settings, NEXT_TELEMETRY_DISABLED: "1", CI: "1" };
  const node = await nodeOf("24");
  const next = join(installed, "node_modules/next/dist/bin/next");
  await run([node, next, "build"], folder, env);
  const child = spawn(node, [next, "start", "--port", "0"], {
    cwd: folder,
    env: { ...Deno.env.toObject(), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let printed = "";
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (/http:\/\/localhost:\d+/.test(printed) && /Ready/.test(printed)) break;
    }
    const [origin = ""] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
    for (const path of ["/", "/node", "/edge", "/", "/node", "/edge"]) {
      const reply = await fetch(origin.replace("localhost", "127.0.0.1") + path);
      assertMatch(await reply.text(), /soundcloud:users:\d+/, path);
    }
  } finally {
    const exited = once(child, "exit");
    child.kill();
    await exited;
  }
};

const RESOLUTIONS: Readonly<Record<string, readonly string[]>> = {
  node10: ["--module", "commonjs", "--moduleResolution", "node10", "types.ts"],
  node16: ["--module", "node16", "types.mts", "types.cts"],
  nodenext: ["--module", "nodenext", "types.mts", "types.cts"],
  bundler: ["--module", "esnext", "--moduleResolution", "bundler", "types.mts"],
};

/** Compiles programs with a version of TypeScript, also checking the packages' declarations. */
export const startTypes: Start = async ({ version, form }, project) => {
  const installed = await toolbox(`typescript-${version}` as "typescript-5.4");
  const folder = await folderIn(installed, "app_types", project);
  await writeFiles(folder, { "types.ts": PROGRAM, "types.mts": MODULE, "types.cts": PROGRAM });
  const compiler = `${installed}/node_modules/typescript-${version}/bin/tsc`;
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022"];
  // TypeScript's own declarations take half of the time.
  const libraries = ["--skipDefaultLibCheck", "--lib", "es2022,dom", "--typeRoots", "none"];
  const resolutions = form.match(/\w+/g) ?? [];
  assert(resolutions.length > 0);
  for (const resolution of resolutions) {
    const how = RESOLUTIONS[resolution]!;
    await run([compiler, ...options, ...libraries, ...how], folder);
  }
};
