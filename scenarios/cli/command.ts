import { suggest, UsageError } from '#contracts/util';

/** An option of a command. The name of the option determines its flag, environment variable and config key. */
export interface Option<T = unknown> {
  readonly description: string;
  /** The placeholder of the value in the help. A switch takes no value and therefore has no placeholder. */
  readonly hint?: string;
  readonly choices?: readonly string[];
  readonly default: T;
  /** The text that the help shows as the default, if the text differs from the default value. */
  readonly shownDefault?: string;
  /** Set if the value is the path of a file or folder. A path in a config file is relative to the folder of the config file. */
  readonly isPath?: true;
  /** Set if the value can also be the name of a bundled profile. Such a name is not a path. */
  readonly isProfile?: true;
  /** Set if a config file can set the option, although the command has its own form of the option. */
  readonly isConfig?: true;
  readonly isSecret?: true;
  /** Set if the option has no flag, only an environment variable. Other users can read flags in the list of processes. */
  readonly isVariableOnly?: true;
  /** Set if the flag can be repeated, and a config file can contain a list. The lists that `read` returns are joined. */
  readonly isRepeatable?: true;
  /** Parses the value. Throws a UsageError that says which form is expected. */
  read(text: string, source: string): T;
}

export type Options = Readonly<Record<string, Option>>;

export type OptionValues<O extends Options> = { readonly [Name in keyof O]: O[Name]['default'] };

type Details = Partial<Omit<Option, 'description' | 'default' | 'isRepeatable' | 'read'>>;
type DetailsOf<D> = Details & { readonly default?: D };

export function option<T, const D extends T | undefined = undefined>(
  hint: string,
  description: string,
  read: Option<T>['read'],
  details: DetailsOf<D> = {},
): Option<T | D> {
  return { hint, description, default: undefined as D, ...details, read };
}

export const text = <const D extends string | undefined = undefined>(
  hint: string,
  description: string,
  details?: DetailsOf<D>,
): Option<string | D> => option(hint, description, notEmpty, details);

export const choice = <W extends string, const D extends W | undefined = undefined>(
  choices: readonly W[],
  description: string,
  details?: DetailsOf<D>,
): Option<W | D> =>
  option<W, D>(choices.join('|'), description, choiceOf(...choices), { choices, ...details });

/** Creates an option whose flag can be repeated. The function `read` returns a list for each value. */
export function repeatable<T>(
  hint: string,
  description: string,
  read: Option<readonly T[]>['read'],
  details: Details = {},
): Option<readonly T[]> {
  return { hint, description, default: [], isRepeatable: true, ...details, read };
}

export const texts = (hint: string, description: string, details?: Details): Option<readonly string[]> =>
  repeatable(hint, description, given => [notEmpty(given)], details);

export const flag = (description: string): Option<boolean> => ({
  description,
  default: false,
  read: () => true,
});

function notEmpty(given: string): string {
  if (given === '') throw new UsageError('expected a text that is not empty');
  return given;
}

export function choiceOf<W extends string>(...choices: readonly W[]): (text: string) => W {
  return given => {
    const found = choices.find(known => known === given);
    if (found !== undefined) return found;
    throw new UsageError(`expected ${choices.join(' or ')}${didYouMean(given, choices)}`);
  };
}

/** Returns the text `; did you mean "…"?` with the most similar word; an empty text if no word is similar. */
export const didYouMean = (given: string, choices: readonly string[]): string =>
  suggest(given, choices, '', '; ');

/** The definition of a command. `commands/index.ts` contains the name and the summary of each command. */
export interface Command<O extends Options = Options> {
  /** The positional arguments in the form of commander: `<file>`, `[id]` or `<command...>`. */
  readonly args?: readonly string[];
  /** Values of the first positional argument, which shell completion suggests. */
  readonly words?: readonly string[];
  /** Set if all positional arguments follow `--`, because they are the command line of a program. */
  readonly isPassthrough?: true;
  /** The actions of the command by their names, in place of `run`. The first one can be the standard. */
  readonly actions?: Readonly<Record<string, Action<OptionValues<O>>>>;
  readonly options: O;
  readonly examples: readonly string[];
  readonly run?: Run<readonly string[], OptionValues<O>>;
}

/** Runs a command or an action. A number is its exit code; anything else means 0. */
type Run<Args, Values> = (values: Values, args: Args, loadCommands: LoadCommands) => Promise<unknown>;
/** Completion needs the definitions of all commands. */
type LoadCommands = () => Promise<readonly LoadedCommand[]>;

export interface Action<Values> {
  readonly args?: readonly string[];
  /** Set if the action runs without its name. */
  readonly isStandard?: true;
  readonly run: Run<readonly [string, string, ...string[]], Values>;
}

export interface LoadedCommand {
  readonly name: string;
  readonly summary: string;
  readonly command: Command;
}

export const defineCommand = <O extends Options>(command: Command<O>): Command =>
  command as unknown as Command; // the parser gives each option its own values

/** Returns the flag of an option, without the leading dashes. @example flagOf('publicUrl') // 'public-url' */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** Returns the words that give these options in a command line. @example wordsOf({ tlsCert: 'a.pem' }) // ['--tls-cert', 'a.pem'] */
export const wordsOf = (options: Readonly<Record<string, string | number | boolean | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [`--${flagOf(name)}`, ...(value === true ? [] : [String(value)])];
  });

export const variableOf = (name: string, { hint }: Pick<Option, 'hint'>): string | undefined =>
  hint === undefined ? undefined : `UNDERSTUDY_${flagOf(name).replaceAll('-', '_').toUpperCase()}`;
