// Stands in for the used part of `@cliffy/command`, with the parser of `node:util`.

export { Command } from "./command.ts";
export type { Argument, ArgumentValue, Completion, Option } from "./definitions.ts";
export { ValidationError } from "./errors.ts";
export { EnumType, IntegerType, NumberType, StringType, Type } from "./types.ts";
