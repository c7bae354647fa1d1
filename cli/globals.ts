/**
 * The options that every command has.
 *
 * @module
 */

/** The values of the global options, as Cliffy passes them to actions. */
export type GlobalValues = {
  /** Whether to print JSON; or which fields of it. */
  readonly json?: true | readonly string[] | undefined;
  /** Whether to print one JSON object a line. */
  readonly jsonl?: true | undefined;
  /** A jq expression that the JSON goes through. */
  readonly jq?: string | undefined;
  /** A template that the JSON is put into. */
  readonly template?: string | undefined;
  /** The profile that was named. */
  readonly profile?: string | undefined;
  /** Whether to use the sandbox. */
  readonly sandbox?: true | undefined;
  /** Seconds for one attempt. */
  readonly timeout: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** Whether remarks are left out. */
  readonly quiet?: true | undefined;
  /** Whether requests are shown. */
  readonly verbose?: true | undefined;
  /** Whether questions may be asked. */
  readonly input: boolean;
  /** Whether colours may be used. */
  readonly color: boolean;
  /** Whether long results may go through a pager. */
  readonly pager: boolean;
};
