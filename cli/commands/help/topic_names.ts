// The names of the help topics, in a separate module because completions need only these.

export const TOPICS = ["commands", "environment", "exit-codes", "formatting"] as const;
