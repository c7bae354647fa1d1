// Reports of tests for CI, which shows them beside its own.
import type { UndocumentedRequest } from "@tonearm/sandbox";

function escape(text: string): string {
  return text.replace(
    /[&<>"]|[^\t\n\r -\ufffd]/g,
    (letter) => `&#${/[&<>"]/.test(letter) ? letter.charCodeAt(0) : 63};`,
  );
}

export function junitOf(requests: readonly UndocumentedRequest[]): string {
  const failed = requests.map(({ request, problem, nearest, count }) => {
    const message = escape(`${problem} is not documented (${count}x); the nearest is ${nearest}`);
    return `  <testcase classname="sandbox" name="${escape(request)}"><failure message="${message}"/></testcase>\n`;
  });
  const cases = failed.length > 0 ? failed : ['  <testcase classname="sandbox" name="documented requests"/>\n'];
  const counts = `tests="${cases.length}" failures="${failed.length}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="sandbox" ${counts}>\n${
    cases.join("")
  }</testsuite>\n`;
}
