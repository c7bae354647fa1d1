// Skipped tests, and how to run them.

/** Packages of Debian and Ubuntu whose name differs from the program's. */
const PACKAGES: Readonly<Record<string, string>> = {
  bsdtar: "libarchive-tools",
  "dbus-daemon": "dbus",
  ffplay: "ffmpeg",
  "gnome-keyring-daemon": "gnome-keyring",
  man: "man-db",
  pacman: "pacman-package-manager",
  postgres: "postgresql",
  rpmbuild: "rpm",
  "secret-tool": "libsecret-tools",
  script: "bsdutils",
  ps: "procps",
  sh: "dash",
  true: "coreutils",
};

/** Programs that npm has, and Debian doesn't. */
const OF_NPM: readonly string[] = ["bun"];

/** Reads a line that a skipped test has written: its missing programs, and its file. */
export function skipOf(line: string): { readonly programs: readonly string[]; readonly file: string } {
  const [programs = "", file = ""] = line.split("|");
  return { programs: programs.split(" "), file };
}

/**
 * Summarises the skipped tests.
 *
 * @param skips A line for each test.
 * @returns Lines to print; none if nothing was skipped.
 */
export function summary(skips: readonly string[]): string[] {
  if (skips.length === 0) return [];
  const counts = new Map<string, number>();
  for (const program of skips.flatMap((line) => skipOf(line).programs)) {
    counts.set(program, (counts.get(program) ?? 0) + 1);
  }
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
