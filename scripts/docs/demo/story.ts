/** A demonstration that prints each step with its time. */
export class Story {
  #count = 0;
  readonly #start = performance.now();

  /**
   * Runs a step and prints its result. An error ends the story.
   *
   * @param title What the step does.
   * @param work The step; its result is returned.
   * @param tell The text for the result.
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

  /** Prints the total time. */
  end(): void {
    const seconds = (performance.now() - this.#start) / 1000;
    console.log(`${this.#count} steps passed in ${seconds.toFixed(1)} s.`);
  }

  #line(title: string, start: number, result: string): string {
    const time = `${(performance.now() - start).toFixed(0)} ms`;
    return `${String(this.#count).padStart(2)}  ${title.padEnd(34)} ${time.padStart(8)}  ${result}`;
  }
}

/** Ends the story with an error unless the condition holds. */
export function expect(condition: unknown, complaint: string): asserts condition {
  if (!condition) throw new Error(complaint);
}
