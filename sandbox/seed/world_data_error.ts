/** Data that don't fit the world they are added to: a name that is taken, or a reference to nothing. */
export class WorldDataError extends TypeError {
  /** `"WorldDataError"`. */
  override readonly name = "WorldDataError";
  /** Where in the data, such as `tracks[0].user`. */
  readonly path: string;

  /**
   * Creates the error.
   *
   * @param path Where in the data.
   * @param problem The problem there.
   */
  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.path = path;
  }
}
