export type GlobalValues = {
  readonly json?: true | readonly string[] | undefined;
  /** Whether the command has checked the fields of `--json`. */
  readonly hasKnownFields?: boolean | undefined;
  readonly jsonl?: true | undefined;
  readonly jq?: string | undefined;
  readonly template?: string | undefined;
  readonly profile?: string | undefined;
  readonly sandbox?: true | undefined;
  /** The timeout of one attempt, in seconds. */
  readonly timeout: number;
  readonly retries: number;
  readonly quiet?: true | undefined;
  readonly verbose?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly input: boolean;
  readonly color: boolean;
  readonly pager: boolean;
};
