/**
 * The global options.
 *
 * @module
 */

/** The values of the global options, as Cliffy passes them to actions. */
export type GlobalValues = {
  /** Whether to print JSON, or which of its fields. */
  readonly json?: true | readonly string[] | undefined;
  /** Whether to print one JSON object per line. */
  readonly jsonl?: true | undefined;
  /** A jq expression for the JSON result. */
  readonly jq?: string | undefined;
  /** A template for the JSON result. */
  readonly template?: string | undefined;
  /** The name of the profile. */
  readonly profile?: string | undefined;
  /** Whether to use the sandbox. */
  readonly sandbox?: true | undefined;
  /** The timeout of one attempt, in seconds. */
  readonly timeout: number;
  /** The maximum number of retries. */
  readonly retries: number;
  /** Whether to omit notes. */
  readonly quiet?: true | undefined;
  /** Whether to show requests. */
  readonly verbose?: true | undefined;
  /** Whether questions are allowed. */
  readonly input: boolean;
  /** Whether colours are allowed. */
  readonly color: boolean;
  /** Whether long results may go through a pager. */
  readonly pager: boolean;
};
