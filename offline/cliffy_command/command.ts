// deno-lint-ignore-file no-explicit-any -- the real package's types follow every option; these follow none
// A command: its options and arguments, its subcommands and its action.
import {
  type Argument,
  type ArgumentValue,
  type Completion,
  type Option,
  type OptionSettings,
  readArguments,
  readOption,
} from "./definitions.ts";
import { unknownCommand, ValidationError } from "./errors.ts";
import { type ParseContext, parseOptions } from "./parse_options.ts";
import { NumberType, StringType, type Type } from "./types.ts";

type Action = (this: any, options: any, ...words: any[]) => unknown;
type Lazy = () => Promise<Command<any>>;

/** A command, configured by chained calls. */
export class Command<_Globals = any, _Types = any, _Options = any, _Arguments extends unknown[] = any> {
  #name = "";
  #parent: Command<any> | undefined;
  #description = "";
  #arguments: Argument[] = [];
  readonly #options: Option[] = [];
  readonly #examples: { name: string; description: string }[] = [];
  readonly #types = new Map<string, Type<unknown>>([["string", new StringType()], ["number", new NumberType()]]);
  readonly #completions = new Map<string, Completion>();
  readonly #commands = new Map<string, Command<any> | Lazy>();
  #isHidden = false;
  #action: Action | undefined;
  #help: ((command: any) => string) | undefined;
  #rawArgs: string[] = [];

  name(name: string): this {
    this.#name = name;
    return this;
  }

  /** Does nothing, because `versionOption()` prints the version. */
  version(_version: string): this {
    return this;
  }

  versionOption(notation: string, description: string, settings: OptionSettings): this {
    return this.option(notation, description, settings);
  }

  description(description: string): this {
    this.#description = description;
    return this;
  }

  arguments(notation: string): this {
    this.#arguments = readArguments(notation);
    return this;
  }

  option(notation: string, description: string, settings: OptionSettings = {}): this {
    this.#options.push(readOption(notation, description, settings));
    return this;
  }

  globalOption(notation: string, description: string, settings: OptionSettings = {}): this {
    return this.option(notation, description, { ...settings, global: true });
  }

  type(name: string, type: Type<unknown>): this {
    this.#types.set(name, type);
    return this;
  }

  globalType(name: string, type: Type<unknown>): this {
    return this.type(name, type);
  }

  globalComplete(name: string, complete: Completion["complete"]): this {
    this.#completions.set(name, { complete });
    return this;
  }

  example(name: string, description: string): this {
    this.#examples.push({ name, description });
    return this;
  }

  hidden(): this {
    this.#isHidden = true;
    return this;
  }

  help(layout: (command: any) => string): this {
    this.#help = layout;
    return this;
  }

  action(action: Action): this {
    this.#action = action;
    return this;
  }

  command(name: string, command: Command<any> | Lazy): this {
    if (command instanceof Command) command.#become(name, this);
    this.#commands.set(name, command);
    return this;
  }

  /** Does nothing, because `command()` returns its parent. */
  reset(): this {
    return this;
  }

  /** Does nothing, because errors are always thrown and the process never exits here. */
  noExit(): this {
    return this;
  }

  getName(): string {
    return this.#name;
  }

  getPath(): string {
    return this.#parent ? `${this.#parent.getPath()} ${this.#name}` : this.#name;
  }

  getParent(): Command<any> | undefined {
    return this.#parent;
  }

  getMainCommand(): Command<any> {
    return this.#parent?.getMainCommand() ?? this;
  }

  getDescription(): string {
    return this.#description;
  }

  getShortDescription(): string {
    return this.#description.split("\n", 1)[0] ?? "";
  }

  getArguments(): Argument[] {
    return this.#arguments;
  }

  hasArguments(): boolean {
    return this.#arguments.length > 0;
  }

  getExamples(): readonly { name: string; description: string }[] {
    return this.#examples;
  }

  getBaseOptions(withHidden: boolean = false): Option[] {
    return this.#options.filter(({ hidden }) => withHidden || !hidden);
  }

  getGlobalOptions(): Option[] {
    if (!this.#parent) return [];
    const own = this.#parent.#options.filter(({ global, hidden }) => global && !hidden);
    return [...own, ...this.#parent.getGlobalOptions()];
  }

  getOptions(withHidden: boolean = false): Option[] {
    return [...this.getGlobalOptions(), ...this.getBaseOptions(withHidden)];
  }

  getOption(name: string): Option | undefined {
    return this.getOptions(true).find((option) => option.name === name);
  }

  getType(name: string): { handler: Type<unknown> } | undefined {
    const handler = this.#types.get(name);
    return handler ? { handler } : this.#parent?.getType(name);
  }

  getCompletion(name: string): Completion | undefined {
    return this.#completions.get(name) ?? this.#parent?.getCompletion(name);
  }

  getRawArgs(): string[] {
    return this.#rawArgs;
  }

  /** Returns the loaded subcommands. */
  getBaseCommands(): Command<any>[] {
    return [...this.#commands.values()].filter((one) => one instanceof Command).filter((one) => !one.#isHidden);
  }

  async loadBaseCommands(): Promise<void> {
    for (const name of this.#commands.keys()) await this.loadBaseCommand(name, true);
  }

  async loadBaseCommand(name: string, hidden: boolean = false): Promise<Command<any> | undefined> {
    const found = this.#commands.get(name);
    const command = typeof found === "function" ? (await found()).#become(name, this) : found;
    if (!command) return undefined;
    this.#commands.set(name, command);
    return hidden || !command.#isHidden ? command : undefined;
  }

  getHelp(): string {
    return this.#layout()(this);
  }

  /** Parses a command line and runs its action. */
  async parse(line: string[]): Promise<void> {
    if (!this.#parent && !this.getOption("help")) {
      this.#options.unshift(readOption("-h, --help", "Show this help.", { global: true }));
    }
    await this.#run({ unknown: [...line], literal: [], flags: {}, defaults: {}, parsedFlags: [], actions: [] });
  }

  protected parseOptions(
    context: any,
    options: Option[],
    { stopEarly = false }: { stopEarly?: boolean; args?: Argument[] } = {},
  ): void {
    parseOptions(context, options, (value) => this.parseType(value), stopEarly);
  }

  protected parseType(value: ArgumentValue): unknown {
    const handler = this.getType(value.type)?.handler;
    if (!handler) throw new TypeError(`Unknown type "${value.type}".`);
    return handler.parse(value);
  }

  protected findEnvVar(_names: readonly string[]): Promise<{ name: string; value: string } | undefined> {
    return Promise.resolve(undefined);
  }

  #become(name: string, parent: Command<any>): this {
    this.#name = name;
    this.#parent = parent;
    return this;
  }

  /** Returns the layout of the nearest ancestor. */
  #layout(): (command: any) => string {
    if (this.#help) return this.#help;
    return this.#parent ? this.#parent.#layout() : () => "";
  }

  async #run(context: ParseContext): Promise<void> {
    try {
      this.#rawArgs = [...context.unknown];
      const below = await this.#nextCommand(context);
      if (below) return await below.#run(context);
      this.parseOptions(context, this.getOptions(true));
      this.#refuseWords(context);
      for (const action of context.actions) await action();
      if (!context.standalone) await this.#action?.call(this, context.flags, ...(context.args ?? []));
    } catch (error) {
      if (error instanceof ValidationError) error.cmd ??= this;
      throw error;
    }
  }

  async #nextCommand(context: ParseContext): Promise<Command<any> | undefined> {
    const [first = ""] = context.unknown;
    if (first.startsWith("-")) {
      const globals = this.getOptions().filter(({ global }) => global);
      const isGlobal = globals.some(({ flags, action }) => !action && flags.includes(first.split("=")[0] ?? ""));
      if (isGlobal) this.parseOptions(context, globals, { stopEarly: true });
    }
    const [word = ""] = context.unknown;
    const command = await this.loadBaseCommand(word, true);
    if (command) context.unknown.shift();
    return command;
  }

  #refuseWords({ unknown: [word] }: ParseContext): void {
    if (word === undefined || this.hasArguments()) return;
    const names = this.getBaseCommands().map((command) => command.getName());
    if (this.#commands.size === 0) throw new ValidationError(`No arguments allowed for command "${this.getPath()}".`);
    throw unknownCommand(word, names.length > 0 ? names : [...this.#commands.keys()]);
  }
}
