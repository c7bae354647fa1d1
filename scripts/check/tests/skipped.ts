/**
 * Skipped tests, and how to run them.
 *
 * @module
 */

/** Packages of Debian and Ubuntu whose name differs from the program's. */
const PACKAGES: Readonly<Record<string, string>> = {
  "dbus-daemon": "dbus",
  ffplay: "ffmpeg",
  "gnome-keyring-daemon": "gnome-keyring",
  man: "man-db",
  pacman: "pacman-package-manager",
  postgres: "postgresql",
  "secret-tool": "libsecret-tools",
  script: "bsdutils",
  ps: "procps",
  sh: "dash",
  true: "coreutils",
};

/** Programs that npm has, and Debian doesn't. */
const OF_NPM: readonly string[] = ["bun"];

/**
 * Summarises the skipped tests.
 *
 * @param skips The missing programs: one entry per test, separated by spaces.
 * @returns Lines to print; none if nothing was skipped.
 */
export function summary(skips: readonly string[]): string[] {
  if (skips.length === 0) return [];
  const counts = new Map<string, number>();
  for (const program of skips.flatMap((line) => line.split(" "))) counts.set(program, (counts.get(program) ?? 0) + 1);
  const programs = [...counts].sort(([, a], [, b]) => b - a);
  const width = Math.max(...programs.map(([program]) => program.length));
  return [
    `${tests(skips.length)} skipped, for want of programs of this machine:`,
    ...programs.map(([program, count]) =>
      `  ${program.padEnd(width)}  ${tests(count).padStart(10)}  ${recipe(program)}`
    ),
  ];
}

function tests(count: number): string {
  return count === 1 ? "1 test" : `${count} tests`;
}

function recipe(program: string): string {
  if (program === "JSR") return "run it where JSR answers";
  return OF_NPM.includes(program) ? `npm install -g ${program}` : `apt install ${PACKAGES[program] ?? program}`;
}
