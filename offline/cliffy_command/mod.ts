/**
 * Stands in for `@cliffy/command`: the part of it that the command line uses, over the parser of `node:util`.
 *
 * @module
 */
export { Command } from "./command.ts";
export type { Argument, ArgumentValue, Completion, Option } from "./definitions.ts";
export { ValidationError } from "./errors.ts";
export { EnumType, IntegerType, NumberType, StringType, Type } from "./types.ts";
