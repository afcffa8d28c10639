import { commandName, suggest } from '#contracts/util';
import { CliError } from './cli-error.ts';

/** An option of a command. The name of the option determines its flag, environment variable and config key. */
export interface Option<T = unknown> {
  readonly description: string;
  /** The placeholder of the value in the help. A switch takes no value and therefore has no placeholder. */
  readonly hint?: string;
  /** The allowed values, which shell completion suggests. */
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
  /** Set if messages must not show the value. */
  readonly isSecret?: true;
  /** Set if the option has no flag, only an environment variable. Other users can read flags in the list of processes. */
  readonly isVariableOnly?: true;
  /**
   * Set if the flag can be repeated and a config file can contain a list of values. `read` returns a list for each value, and
   * these lists are joined.
   */
  readonly isRepeatable?: true;
  /** Parses the value. Throws a ValueError that says which form is expected. */
  read(text: string, source: string): T;
}

/** The options of a command, by their names in camelCase. The flags are in kebab-case. */
export type Options = Readonly<Record<string, Option>>;

/** The values of a command's options. */
export type OptionValues<O extends Options> = { readonly [Name in keyof O]: O[Name]['default'] };

type Read<T> = (text: string, source: string) => T;
type Details = Partial<
  Pick<
    Option,
    'shownDefault' | 'choices' | 'isPath' | 'isProfile' | 'isConfig' | 'isSecret' | 'isVariableOnly'
  >
>;

/**
 * Creates an option that takes one value.
 *
 * @example option('<number>', 'how many nights', integer('a number of nights', 1, 30), { default: 2 })
 */
export function option<T, const D extends T | undefined = undefined>(
  hint: string,
  description: string,
  read: Read<T>,
  details: Details & { readonly default?: D } = {},
): Option<T | D> {
  return { hint, description, default: undefined as D, ...details, read };
}

/** Creates an option whose flag can be repeated. The function `read` returns a list for each value. */
export function repeatable<T>(
  hint: string,
  description: string,
  read: Read<readonly T[]>,
  details: Details = {},
): Option<readonly T[]> {
  return { hint, description, default: [], isRepeatable: true, ...details, read };
}

/** Creates a switch, which is an option without a value. The option is true if the user gives the flag. */
export const flag = (description: string): Option<boolean> => ({
  description,
  default: false,
  read: () => true,
});

/** The parsed command line that a command receives. */
export interface CommandInput<O extends Options> {
  readonly options: OptionValues<O>;
  readonly args: readonly string[];
  /** The command line arguments after `--`. */
  readonly passthroughArgs: readonly string[];
  /** Loads all commands. The command `completion` calls this function to complete the options of all commands. */
  readonly loadCommands: () => Promise<readonly LoadedCommand[]>;
}

/** The definition of a command. `commands/index.ts` contains the name and the summary of each command. */
export interface Command<O extends Options = Options> {
  /** The positional arguments. A command without this field takes no positional arguments. */
  readonly args?: { readonly name: string; readonly max: number; readonly choices?: readonly string[] };
  /** The name that the help shows for the arguments after `--`. A command without this field takes no such arguments. */
  readonly passthrough?: string;
  readonly options: O;
  /** Example command lines for the help, without the name of the program. */
  readonly examples: readonly string[];
  /** Runs the command and returns the exit code. The value undefined means exit code 0. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing
  run(input: CommandInput<O>): Promise<number | void>;
}

/** A command with its name and summary. */
export interface LoadedCommand {
  readonly name: string;
  readonly summary: string;
  readonly command: Command;
}

/** Defines a command. TypeScript infers the types of the option values. */
export const defineCommand = <O extends Options>(command: Command<O>): Command<O> => command;

/** Returns the flag of an option, without the leading dashes. @example flagOf('publicUrl') // 'public-url' */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** Returns the environment variable of an option; undefined for a switch. */
export const variableOf = (
  name: string,
  { hint }: { readonly hint?: string | undefined },
): string | undefined =>
  hint === undefined ? undefined : `UNDERSTUDY_${flagOf(name).replaceAll('-', '_').toUpperCase()}`;

/** An action of a command, such as `show` of `scenarios`. */
export interface Action<Values> {
  /** The arguments that the action needs, as the help shows them. */
  readonly args: readonly string[];
  /** The maximum number of arguments, if it is not the number in `args`. */
  readonly max?: number;
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions return nothing
  run(args: readonly [string, string, ...string[]], options: Values): Promise<number | void>;
}

/** The definition of a command whose first argument is an action. */
interface Actions<O extends Options> extends Pick<Command<O>, 'options' | 'examples'> {
  readonly actions: Readonly<Record<string, Action<OptionValues<O>>>>;
  /** The action without an argument; undefined if the user must choose. */
  readonly standard?: string;
}

/** Defines a command with actions. */
export function defineActions<O extends Options>(
  name: string,
  { actions, standard, options, examples }: Actions<O>,
): Command<O> {
  const verbs = Object.keys(actions);
  const usage = Object.entries(actions).map(([verb, { args }]) => [verb, ...args].join(' '));
  const max = 1 + Math.max(...Object.values(actions).map(({ args, max: own = args.length }) => own));
  return defineCommand({
    args: { name: usage.join(' | '), max, choices: verbs },
    options,
    examples,
    async run({ options: values, args: [verb = standard, ...args] }) {
      const action = verb !== undefined && Object.hasOwn(actions, verb) ? actions[verb] : undefined;
      if (verb === undefined) throw new CliError([`${name} needs an action: ${verbs.join(', ')}`]);
      if (action === undefined)
        throw new CliError([
          `${name} has no action "${verb}"; ${suggest(verb, verbs, `known are ${verbs.join(', ')}`)}`,
        ]);
      const example = `${commandName} ${name} ${[verb, ...action.args].join(' ')}`;
      const missing = action.args[args.length];
      if (missing !== undefined) throw new CliError([`${name} ${verb} needs ${missing}; write ${example}`]);
      const extra = args[action.max ?? action.args.length];
      if (extra !== undefined) throw new CliError([`${name} ${verb} takes no "${extra}"; write ${example}`]);
      return action.run(args as [string, string, ...string[]], values); // the arguments that `args` lists are present
    },
  });
}
