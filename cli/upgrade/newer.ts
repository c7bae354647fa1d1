/** Whether a version is newer than the current one. A version with a suffix precedes the one without. */
export function isNewer(candidate: string, current: string): boolean {
  const compare = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });
  const [numbers, suffix] = parts(candidate);
  const [currentNumbers, currentSuffix] = parts(current);
  const order = compare(numbers, currentNumbers);
  if (order !== 0 || currentSuffix === "") return order > 0;
  return suffix === "" || compare(suffix, currentSuffix) > 0;
}

function parts(version: string): readonly [numbers: string, suffix: string] {
  const [numbers = "", ...rest] = version.split("-");
  return [numbers, rest.join("-")];
}
