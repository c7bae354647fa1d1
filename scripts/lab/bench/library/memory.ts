// The memory that a program retains.
import process from "node:process";

/** Returns the heap size after a garbage collection, in bytes. Needs `--expose-gc`. */
export function heldBytes(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error("Cannot measure memory: the runtime was started without --expose-gc");
  for (let i = 0; i < 3; i++) gc();
  return process.memoryUsage().heapUsed;
}
