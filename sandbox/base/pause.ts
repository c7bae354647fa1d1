/** @param milliseconds The duration; `Infinity` waits for a signal to abort, whose reason is the rejection. */
export function pause(milliseconds: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  const given = signals.filter((signal) => signal !== undefined);
  return new Promise((resolve, reject) => {
    const timer = milliseconds === Infinity ? undefined : setTimeout(() => settle(), milliseconds);
    const settle = (signal?: AbortSignal) => {
      clearTimeout(timer);
      for (const each of given) each.removeEventListener("abort", onAbort);
      if (signal === undefined) resolve();
      else reject(signal.reason);
    };
    const onAbort = (event: Event) => settle(event.target as AbortSignal);
    for (const signal of given) {
      if (signal.aborted) return settle(signal);
      signal.addEventListener("abort", onAbort);
    }
  });
}
