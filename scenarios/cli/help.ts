import { styleText } from 'node:util';
import { Help } from 'commander';
import { commandName } from '#contracts/util';
import { commonOptions, createParser } from './arguments.ts';
import { type Command, flagOf, type Option, variableOf } from './command.ts';
import { type CommandEntry, commands } from './commands/index.ts';

const about =
  'Understudy: a stand-in supplier for B2B travel booking APIs. Understudy works offline and has its own clock.';
const exitCodes =
  'Exit codes: 0 success; 64 wrong usage (flag, value, command, file content); 1 any other error. exec ends with the exit code of its command. docs/guides/run.md lists the exit codes of run.';

/** The width of the help in characters if stdout is not a terminal. */
const defaultWidth = 100;
/** The minimum width of the column with descriptions. If less space is left, each description is printed below its term. */
const minColumn = 40;
const belowTerm = 6;
const minWidthToWrap = 20;

/** Returns the help of the program, which lists its commands. */
export function generalHelp(width = process.stdout.columns ?? defaultWidth): string {
  const parser = createParser('travel-understudy').usage('<command> [options]').description(about);
  for (const [name, { summary }] of Object.entries(commands)) parser.command(name).description(summary);
  parser.command('help <command>').description('Explains a command and its options.');
  return `${layOut(parser, width)}\n${wrap(exitCodes, width)}`;
}

/** Returns the help of one command. */
export function commandHelp(
  name: string,
  { summary, command }: Pick<CommandEntry, 'summary'> & { readonly command: Command },
  width = process.stdout.columns ?? defaultWidth,
): string {
  const parser = createParser(`travel-understudy ${name}`, command).description(summary);
  const terms = new Map(
    Object.entries(command.options).map(([key, option]) => [`--${flagOf(key)}`, flagAndHint(key, option)]),
  );
  const order =
    'config' in command.options
      ? 'A flag overrides its environment variable, which overrides the config file.'
      : '';
  return [
    layOut(parser, width, terms),
    ...(order === '' ? [] : [wrap(order, width), '']),
    styleText('bold', 'Examples:'),
    ...command.examples.map(line => `  ${commandName} ${line}`),
  ].join('\n');
}

function layOut(
  parser: ReturnType<typeof createParser>,
  width: number,
  terms: ReadonlyMap<string, string> = new Map(),
): string {
  const common: readonly (readonly [string, string])[] = commonOptions;
  return parser
    .configureHelp({
      helpWidth: width,
      minWidthToWrap,
      formatItem,
      styleTitle: title => styleText('bold', title),
      subcommandTerm: command => command.name(),
      optionTerm: ({ long, flags }) =>
        common.some(([known]) => known === flags) ? flags : (terms.get(long ?? '') ?? flags),
    })
    .helpInformation();
}

/** Formats a term and its description side by side. On a narrow terminal, the description is below the term. */
function formatItem(term: string, termWidth: number, description: string, helper: Help): string {
  const width = helper.helpWidth ?? defaultWidth;
  if (width - termWidth - 4 >= minColumn || description === '')
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
  const indent = ' '.repeat(belowTerm);
  const lines = helper.boxWrap(description, width - belowTerm).split('\n');
  return [`  ${term}`, ...lines.map(line => indent + line)].join('\n');
}

/** Returns an option in the form that a user writes: a flag, or an environment variable if the option has no flag. */
export function flagAndHint(name: string, option: Option): string {
  const { hint, isVariableOnly } = option;
  if (isVariableOnly) return `${variableOf(name, option)}=${hint}`;
  return hint === undefined ? `--${flagOf(name)}` : `--${flagOf(name)} ${hint}`;
}

function wrap(text: string, width: number): string {
  return createParser('').configureHelp({ minWidthToWrap }).createHelp().boxWrap(text, width);
}
