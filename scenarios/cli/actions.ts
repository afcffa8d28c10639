import { suggest } from '#contracts/util';
import { commandName } from '../command-name.ts';
import { CliError } from './cli-error.ts';
import { type Command, defineCommand, type Options, type OptionValues } from './command.ts';

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
