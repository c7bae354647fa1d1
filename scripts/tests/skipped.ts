/**
 * What was skipped, and how to have it.
 *
 * @module
 */

/** Packages of Debian and Ubuntu that hold a program by another name. */
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
 * Sums up which tests were left out.
 *
 * @param skips The programs that each of them misses: one entry a test, the names apart by spaces.
 * @returns Lines to print; none where nothing was left out.
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
