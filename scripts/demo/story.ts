/** A story told step by step, each step a line with its time. */
export class Story {
  #count = 0;
  readonly #start = performance.now();

  /**
   * Does a step and tells of it. What it throws ends the story.
   *
   * @param title What the step does.
   * @param work The step; what it resolves to is handed on.
   * @param tell What came of it, for the line.
   */
  async step<T>(title: string, work: () => Promise<T>, tell: (result: T) => string): Promise<T> {
    const start = performance.now();
    this.#count += 1;
    try {
      const result = await work();
      console.log(this.#line(title, start, tell(result)));
      return result;
    } catch (error) {
      console.log(this.#line(title, start, "FAILED"));
      throw error;
    }
  }

  /** Tells how long it took altogether. */
  end(): void {
    const seconds = (performance.now() - this.#start) / 1000;
    console.log(`${this.#count} steps in ${seconds.toFixed(1)} s: all as it should be.`);
  }

  #line(title: string, start: number, result: string): string {
    const time = `${(performance.now() - start).toFixed(0)} ms`;
    return `${String(this.#count).padStart(2)}  ${title.padEnd(34)} ${time.padStart(8)}  ${result}`;
  }
}

/** Ends the story when something is not as it should be. */
export function expect(condition: unknown, complaint: string): asserts condition {
  if (!condition) throw new Error(complaint);
}
