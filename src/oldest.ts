/**
 * Removes the oldest entry of a map or a set if there are more than its maximum.
 *
 * @returns Its key, or `undefined` if nothing was removed.
 */
export function dropOldest<K>(entries: Map<K, unknown> | Set<K>, most: number): K | undefined {
  if (entries.size <= most) return undefined;
  const [oldest] = entries.keys();
  entries.delete(oldest!);
  return oldest;
}
