/** One option of a command. Its flag, environment variable and config key follow from its name in the command's table. */
export interface Option<T = unknown> {
  readonly description: string;
  /** The placeholder of the value in the help; absent for a switch, which takes no value. */
  readonly hint?: string;
  /** The only values, where there are a few: for the shell to complete. */
  readonly choices?: readonly string[];
  readonly default: T;
  /** The default as the help shows it, where it is not the value itself. */
  readonly shownDefault?: string;
  /** A file or folder: in a config file it is relative to the folder of that file. */
  readonly isPath?: true;
  /** Its value appears in no message. */
  readonly isSecret?: true;
  /** It is taken from its environment variable only, because other users can read a command line. */
  readonly isVariableOnly?: true;
  /** It may be given several times, and as a list in a config file: `read` returns a list for each, which are joined. */
  readonly isRepeatable?: true;
  /** Turns a text into the value. Throws a ValueError that says what was expected. */
  read(text: string, source: string): T;
}

/** The options of a command by name. A name is in camelCase, its flag in kebab-case. */
export type Options = Readonly<Record<string, Option>>;

/** The values of a command's options. */
export type OptionValues<O extends Options> = { readonly [Name in keyof O]: O[Name]['default'] };

type Read<T> = (text: string, source: string) => T;
type Details<T> = Partial<
  Pick<Option<T>, 'shownDefault' | 'choices' | 'isPath' | 'isSecret' | 'isVariableOnly'>
>;

/**
 * Creates an option that takes one value.
 *
 * @example option('<number>', 'how many nights', integer('a number of nights', 1, 30), { default: 2 })
 */
export function option<T>(
  hint: string,
  description: string,
  read: Read<T>,
  details: Details<T> & { readonly default: NoInfer<T> },
): Option<T>;
export function option<T>(
  hint: string,
  description: string,
  read: Read<T>,
  details?: Details<T>,
): Option<T | undefined>;
export function option<T>(
  hint: string,
  description: string,
  read: Read<T>,
  details: Details<T> & { readonly default?: T } = {},
): Option<T | undefined> {
  return { hint, description, default: undefined, ...details, read };
}

/** Creates an option that may be given several times; `read` returns a list for each. */
export function repeatable<T>(
  hint: string,
  description: string,
  read: Read<readonly T[]>,
  details: Details<T> = {},
): Option<readonly T[]> {
  return { hint, description, default: [], isRepeatable: true, ...details, read };
}

/** Creates an option without a value: false unless the flag is given. */
export const flag = (description: string): Option<boolean> => ({
  description,
  default: false,
  read: () => true,
});

/** What a command was called with. */
export interface CommandInput<O extends Options> {
  readonly options: OptionValues<O>;
  readonly args: readonly string[];
  /** Everything after `--`. */
  readonly passthroughArgs: readonly string[];
}

/** A command as its file defines it; its name and summary are in the table of commands. */
export interface Command<O extends Options = Options> {
  /** The positional arguments it takes; none when absent. */
  readonly args?: { readonly name: string; readonly max: number; readonly choices?: readonly string[] };
  /** What the words after `--` are; absent for a command that takes none. */
  readonly passthrough?: string;
  readonly options: O;
  readonly examples: readonly string[];
  /** Returns the exit code; 0 when it returns nothing. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing, and that is no mistake
  run(input: CommandInput<O>): Promise<number | void>;
}

/** Defines a command, with the type of its options taken from their table. */
export const defineCommand = <O extends Options>(command: Command<O>): Command<O> => command;

/** The flag of an option, without dashes. @example flagOf('publicUrl') // 'public-url' */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** The environment variable of an option; undefined for a switch. */
export const variableOf = (
  name: string,
  { hint }: { readonly hint?: string | undefined },
): string | undefined =>
  hint === undefined ? undefined : `UNDERSTUDY_${flagOf(name).replaceAll('-', '_').toUpperCase()}`;
