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

/**
 * Sets an entry of a map, which becomes its newest one.
 *
 * @returns The key of the oldest entry, if it was removed because there were more than the maximum.
 */
export function setNewest<K, V>(entries: Map<K, V>, key: K, value: V, most: number): K | undefined {
  entries.delete(key);
  entries.set(key, value);
  return dropOldest(entries, most);
}
