const patterns = new Map<string, RegExp>();

/** A pattern is a path in which `*` stands for anything and `{name}` for one segment. */
function compile(pattern: string): RegExp {
  const source = pattern.split(/(\*|\{[^}/]*\})/).map((part) => {
    if (part === "*") return ".*";
    return part.startsWith("{") ? "[^/]+" : part.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`);
}

/** Whether a path, its query aside, fits a pattern such as `/tracks/*`, with its URNs percent-encoded or not. */
export function fitsPath(pattern: string, target: string): boolean {
  let expression = patterns.get(pattern);
  if (expression === undefined) {
    expression = compile(pattern);
    if (patterns.size > 500) patterns.clear();
    patterns.set(pattern, expression);
  }
  const [path = ""] = target.split(/[?#]/, 1);
  return expression.test(path.replace(/%3A/gi, ":"));
}
