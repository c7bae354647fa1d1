import { assertEquals } from "@std/assert";
import { installationOf, upgradeCommand } from "../../../cli/upgrade/installation.ts";

const HOME = "C:\\Users\\me\\AppData";

/** Where each installer puts a single file. */
const FILES = {
  "/home/me/.local/bin/tonearm": { by: "a download" },
  [`${HOME}\\Local\\Programs\\tonearm\\tonearm.exe`]: { by: "a download" },
  "/opt/homebrew/Cellar/tonearm/1.2.3/bin/tonearm": { by: "Homebrew", command: "brew upgrade tonearm" },
  "/usr/local/Cellar/tonearm/1.2.3/bin/tonearm": { by: "Homebrew", command: "brew upgrade tonearm" },
  "/home/linuxbrew/.linuxbrew/bin/tonearm": { by: "Homebrew", command: "brew upgrade tonearm" },
  "C:\\Users\\me\\scoop\\apps\\tonearm\\1.2.3\\tonearm.exe": { by: "Scoop", command: "scoop update tonearm" },
  [`${HOME}\\Local\\Microsoft\\WinGet\\Packages\\x\\tonearm.exe`]: {
    by: "winget",
    command: "winget upgrade tonearm.tonearm",
  },
  "/usr/bin/tonearm": {
    by: "the system's package manager",
    command: "the package of https://github.com/tonearm/tonearm/releases/latest",
  },
  "/home/me/usr/bin/tonearm": { by: "a download" },
};

/** Where each package manager of npm's registry puts the module. */
const MODULES = {
  "file:///usr/lib/node_modules/tonearm/bin/main.js": { by: "npm", command: "npm install -g tonearm@latest" },
  "file:///C:/Users/me/AppData/Roaming/npm/node_modules/tonearm/bin/main.js": {
    by: "npm",
    command: "npm install -g tonearm@latest",
  },
  "file:///home/me/.npm/_npx/9f/node_modules/tonearm/bin/main.js": { by: "npx", command: "npx tonearm@latest" },
  "file:///tmp/bunx-0-tonearm@latest/node_modules/tonearm/bin/main.js": { by: "bunx", command: "bunx tonearm@latest" },
  "file:///home/me/.bun/install/global/node_modules/tonearm/bin/main.js": {
    by: "Bun",
    command: "bun add -g tonearm@latest",
  },
  "file:///home/me/.local/share/pnpm/global/5/node_modules/tonearm/bin/main.js": {
    by: "pnpm",
    command: "pnpm add -g tonearm@latest",
  },
  "file:///home/me/.local/share/pnpm/5/node_modules/tonearm/bin/main.js": {
    by: "pnpm",
    command: "pnpm add -g tonearm@latest",
  },
  "file:///home/me/.config/yarn/global/node_modules/tonearm/bin/main.js": {
    by: "yarn",
    command: "yarn global add tonearm@latest",
  },
  "file:///home/me/app/node_modules/tonearm/bin/main.js": {
    by: "npm, in a project",
    command: "npm install tonearm@latest",
  },
  "file:///somewhere/else/main.js": { by: "npm", command: "npm install -g tonearm@latest" },
};

/** Where the source runs from. */
const SOURCES = {
  "https://jsr.io/@tonearm/cli/1.2.3/commands/upgrade.ts": {
    by: "JSR",
    command: "deno install -gfrA --min-dep-age=0 -n tonearm jsr:@tonearm/cli",
  },
  "http://127.0.0.1:8000/@tonearm/cli/1.2.3/commands/upgrade.ts": {
    by: "JSR",
    command: "deno install -gfrA --min-dep-age=0 -n tonearm jsr:@tonearm/cli",
  },
  "file:///home/me/https:/tonearm/cli/commands/upgrade.ts": { by: "a clone", command: "git pull" },
};

for (const [executable, expected] of Object.entries(FILES)) {
  Deno.test(`installationOf() knows how the file ${executable} was installed`, () => {
    assertEquals(installationOf({ build: "file:deno", executable, module: "" }), expected);
  });
}

for (const [module, expected] of Object.entries(MODULES)) {
  Deno.test(`installationOf() knows which package manager installed ${module}`, () => {
    assertEquals(installationOf({ build: "npm", executable: "/usr/bin/node", module }), expected);
  });
}

for (const [module, expected] of Object.entries(SOURCES)) {
  Deno.test(`installationOf() knows where the source ${module} comes from`, () => {
    assertEquals(installationOf({ build: "source", executable: "/usr/bin/deno", module }), expected);
  });
}

Deno.test("upgradeCommand() is the installer's command, or the program's own", () => {
  assertEquals(upgradeCommand({ by: "Homebrew", command: "brew upgrade tonearm" }), "brew upgrade tonearm");
  assertEquals(upgradeCommand({ by: "a download" }), "tonearm upgrade");
});
