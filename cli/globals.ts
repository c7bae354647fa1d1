/**
 * The options that every command has.
 *
 * @module
 */

/** The global options as Cliffy passes them to actions. */
export type GlobalValues = {
  json?: true | readonly string[] | undefined;
  jsonl?: true | undefined;
  jq?: string | undefined;
  template?: string | undefined;
  profile?: string | undefined;
  sandbox?: true | undefined;
  timeout: number;
  retries: number;
  quiet?: true | undefined;
  verbose?: true | undefined;
  input: boolean;
  color: boolean;
  pager: boolean;
};

/** The values of the global options. */
export interface Globals {
  /** Whether to print JSON; or which fields of it. */
  readonly json: boolean | readonly string[];
  /** Whether to print one JSON object a line. */
  readonly jsonl: boolean;
  /** A jq expression that the JSON goes through. */
  readonly jq?: string | undefined;
  /** A template that the JSON is put into. */
  readonly template?: string | undefined;
  /** The profile that was named. */
  readonly profile: string | undefined;
  /** Whether to use the sandbox. */
  readonly sandbox: boolean;
  /** Seconds for one attempt. */
  readonly timeout: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** Whether remarks are left out. */
  readonly quiet: boolean;
  /** Whether requests are shown. */
  readonly verbose: boolean;
  /** Whether questions are forbidden. */
  readonly noInput: boolean;
  /** Whether colours are forbidden. */
  readonly noColor: boolean;
  /** Whether long results go to the terminal without a pager. */
  readonly noPager: boolean;
}

/** The values of the global options, whichever of them were given. */
export function settingsOf(options: GlobalValues): Globals {
  return {
    json: options.json ?? false,
    jsonl: options.jsonl ?? false,
    jq: options.jq,
    template: options.template,
    profile: options.profile,
    sandbox: options.sandbox ?? false,
    timeout: options.timeout,
    retries: options.retries,
    quiet: options.quiet ?? false,
    verbose: options.verbose ?? false,
    noInput: !options.input,
    noColor: !options.color,
    noPager: !options.pager,
  };
}
