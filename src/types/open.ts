/** Any string; SoundCloud is known to send the listed values. */
export type Open<T extends string> = T | (string & Record<never, never>);
