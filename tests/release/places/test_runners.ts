/** Starts test runners: each runs a test that stubs the global `fetch`. */
import { assertMatch } from "@std/assert";
import { STUBBED } from "../npm_programs.ts";
import { install, toolbox } from "../toolbox.ts";
import { attempt, folderIn, nodeOf, type Start, writeFiles } from "./start.ts";

const BODY = `
test("a stubbed fetch answers, and a class is one in all entries", async () => {
  globalThis.fetch = async () => new Response('{"title":"stubbed"}', { headers: { "content-type": "application/json" } });
  expect((await getTrack("t0", 1)).title).toBe("stubbed");
  globalThis.fetch = async () => new Response("{}", { status: 404 });
  const error = await getTrack("t0", 1).catch((error) => error);
  expect(error instanceof ServiceError).toBe(true);
  expect([FileTokenStore, MemoryRateLimiter].map(({ name }) => name)).toEqual(["FileTokenStore", "MemoryRateLimiter"]);
});
test("the sandbox answers", async () => {
  const sandbox = createSandbox();
  const client = new ServiceClient(sandbox.clientConfig);
  client.setToken(sandbox.issueTokens().access_token);
  const { collection } = await client.search.tracks("lofi");
  expect(collection.length).toBeGreaterThan(0);
  const stream = await client.tracks.getStreamUrl(collection[0]!.urn);
  expect(await (await sandbox.fetch(stream)).text()).toMatch(/^#EXTM3U/);
  sandbox.close();
});
`;

const IMPORTS = `import { getTrack, ServiceClient, ServiceError } from "@tonearm/client";
import { FileTokenStore } from "@tonearm/client/file";
import { MemoryRateLimiter } from "@tonearm/client/limits";
import { createSandbox } from "@tonearm/sandbox";
`;

const REQUIRES = IMPORTS.replaceAll(/import (\{.*\}) from (".*");/g, "const $1 = require($2);");

/** The files of a project, by the way in which its tests load the package. */
const PROJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "`require()`": { "a.test.js": `${REQUIRES}${BODY.replaceAll("!", "")}` },
  babel: {
    "a.test.js": `${IMPORTS}${BODY.replaceAll("!", "")}`,
    "babel.config.js": `module.exports = { presets: [["@babel/preset-env", { targets: { node: "current" } }]] };`,
  },
  "ts-jest": {
    "a.test.ts": `${IMPORTS}${BODY}`,
    "jest.config.js": `module.exports = { transform: { "\\\\.ts$": ["ts-jest", {}] } };`,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        module: "commonjs",
        moduleResolution: "node10",
        target: "es2022",
        strict: true,
        types: ["jest"],
      },
    }),
  },
};

const BABEL = { "@babel/core": "^7.0.0", "@babel/preset-env": "^7.0.0", typescript: "~5.9.0", "ts-jest": "^29.4.0" };

/** Runs a test with a version of Jest. */
export const startJest: Start = async ({ version, form }, project) => {
  const jest = `^${version}.0.0`;
  const installed = await install(`jest-${version}`, { jest, "babel-jest": jest, "@types/jest": jest, ...BABEL });
  const folder = await folderIn(installed, `app_${form.replaceAll(/\W/g, "")}`, project);
  await writeFiles(folder, { "package.json": "{}", ...PROJECTS[form] });
  const command = [await nodeOf("24"), `${installed}/node_modules/jest/bin/jest.js`, "--rootDir", folder, "--no-cache"];
  const { stdout, stderr } = await attempt(command, folder);
  assertMatch(stdout + stderr, /Tests:\s+2 passed, 2 total/);
};

/** Runs a test with Vitest or `node --test`. */
export const startRunner: Start = async ({ name }, project) => {
  const node = await nodeOf("24");
  if (name === "Vitest") {
    const installed = await toolbox("vitest");
    const folder = await folderIn(installed, "app_vitest", project);
    await writeFiles(folder, { "stubbed.test.mjs": STUBBED });
    const command = [node, `${installed}/node_modules/vitest/vitest.mjs`, "run", "--globals", "--root", folder];
    assertMatch((await attempt(command, folder)).stdout, /Tests\s+1 passed/);
    return;
  }
  const test = `import { mock, test } from "node:test";
import assert from "node:assert";
import { getTrack } from "@tonearm/client";
test("a stub answers", async () => {
  mock.method(globalThis, "fetch", async () => Response.json({ title: "stubbed" }));
  assert.equal((await getTrack("t0", 1)).title, "stubbed");
});
`;
  await writeFiles(project.folder, { "stubbed_node.test.mjs": test });
  assertMatch((await attempt([node, "--test", "stubbed_node.test.mjs"], project.folder)).stdout, /pass 1\b/);
};
