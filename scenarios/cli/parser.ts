import { styleText } from 'node:util';
import { Option as Flag, Command as Parser } from 'commander';
import { version } from '#contracts';
import { commandName, hideUserInfo, suggest, UsageError } from '#contracts/util';
import { CliError } from './cli-error.ts';
import {
  type Command,
  flagOf,
  type LoadedCommand,
  type Option,
  type Options,
  type OptionValues,
  variableOf,
} from './command.ts';
import { loadCommands, summaries } from './commands/index.ts';
import type { ConfigFile, GivenText } from './config-file.ts';
import { findConfigFile } from './find-config-file.ts';

const about = `Understudy: a stand-in supplier for B2B travel booking APIs. Understudy works offline and has its own clock.

Exit codes: 0 success; 64 wrong usage (flag, value, command, file content); 1 any other error. exec ends with the exit code of its command. docs/guides/run.md lists the exit codes of run.`;

/** Creates the parser of the command line. The parser knows the names of all commands, but not their options. */
export function createProgram(width = process.stdout.columns ?? 100): Parser {
  const program = new Parser('travel-understudy')
    .usage('<command> [options]')
    .description(about)
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help <command>', 'Explains a command and its options.')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: () => undefined, getOutHelpWidth: () => width })
    .configureHelp({
      minWidthToWrap: 20,
      showGlobalOptions: true,
      visibleGlobalOptions: ({ parent }) => (parent?.parent ? [...parent.options] : []),
      styleTitle: title => styleText('bold', title),
      subcommandTerm: command =>
        `${command.name()} ${command.usage().replace('[options]', '').trim()}`.trim(),
    });
  for (const [name, summary] of Object.entries(summaries)) program.command(name).description(summary);
  return withCommonOptions(program);
}

function withCommonOptions(parser: Parser): Parser {
  return parser
    .version(version, '-v, --version', 'show the version')
    .option('--no-color', 'print without colors, as with NO_COLOR')
    .on('option:no-color', () => {
      // This process and its child processes then print no colors.
      process.env.NO_COLOR = '1';
      delete process.env.FORCE_COLOR;
    });
}

export async function runWords(
  words: readonly string[],
  { name, command }: Partial<Pick<LoadedCommand, 'name' | 'command'>>,
): Promise<number> {
  const program = createProgram();
  const parser = program.commands.find(known => known.name() === name);
  let result: unknown;
  if (command) requireValues(words, command.options);
  if (parser && command)
    configure(parser, command, async run => {
      if (command.isPassthrough) requireDashes(parser.name(), words, parser.args);
      result = await run(await valuesOf(parser, command.options));
    });
  await program.parseAsync(words, { from: 'user' });
  return typeof result === 'number' ? result : 0;
}

type Perform = (run: (values: OptionValues<Options>) => Promise<unknown>) => Promise<void>;

export function configure(
  parser: Parser,
  { args = [], options, actions = {}, isPassthrough, examples, run }: Command,
  perform: Perform = async () => undefined,
): void {
  for (const [name, option] of Object.entries(options)) parser.addOption(createFlag(name, option));
  withCommonOptions(parser)
    .passThroughOptions(isPassthrough === true)
    .enablePositionalOptions(false)
    .helpCommand(false)
    .addHelpText('after', () =>
      ['', styleText('bold', 'Examples:'), ...examples.map(line => `  ${commandName} ${line}`)].join('\n'),
    );
  for (const name of args) parser.argument(name);
  if (isPassthrough) parser.usage(`[options] -- ${args.join(' ')}`);
  if (run) parser.action(() => perform(values => run(values, parser.args, loadCommands)));
  for (const [name, action] of Object.entries(actions)) {
    const nested = parser.command(name, { isDefault: action.isStandard === true });
    for (const arg of action.args ?? []) nested.argument(arg);
    nested.allowExcessArguments(action.isStandard === true).action(async () => {
      const [extra] = action.isStandard ? nested.args : [];
      if (extra !== undefined)
        throw new CliError([
          `${parser.name()} has no action "${extra}"; ${suggest(extra, Object.keys(actions), `known are ${Object.keys(actions).join(', ')}`)}`,
        ]);
      const given = nested.args as [string, string, ...string[]]; // the parser has checked their number
      await perform(values => action.run(values, given, loadCommands));
    });
  }
}

/** `run client --help` must not print the help of `run` with exit code 0, because the client would seem to have run. */
function requireDashes(name: string, words: readonly string[], args: readonly string[]): void {
  if (args.length === 0 && words.at(-1) === '--')
    throw new CliError([`${name}: there is nothing after "--"; write the command after "--"`]);
  if (args.length > 0 && words.at(-args.length - 1) !== '--')
    throw new CliError([`${name} takes its command after "--": ${commandName} ${name} -- ${args.join(' ')}`]);
}

/** The parser takes the flag that follows as the value of a flag without a value. The words after `--` belong to a program. */
function requireValues(given: readonly string[], options: Options): void {
  const words = given.slice(0, given.indexOf('--') + 1 || undefined);
  for (const [name, { hint, isSecret }] of Object.entries(options)) {
    const flag = `--${flagOf(name)}`;
    const next = hint === undefined ? '' : (words[words.indexOf(flag) + 1] ?? '');
    if (words.includes(flag) && /^-./.test(next))
      throw new CliError([
        `${flag} needs a value; write ${flag} ${hint}, or ${flag}=${isSecret ? hint : next} if the value begins with "-"`,
      ]);
  }
}

export function createFlag(name: string, option: Option): Flag {
  const { hint, description, isRepeatable, isVariableOnly } = option;
  const flag = new Flag(`--${flagOf(name)}${hint ? ' <value>' : ''}`, description);
  if (hint) flag.flags = isVariableOnly ? `${variableOf(name, option)}=${hint}` : `--${flagOf(name)} ${hint}`;
  const shown = defaultText(option);
  if (shown !== '') flag.default(shown, shown);
  const variable = variableOf(name, option);
  if (variable !== undefined) flag.env(variable);
  if (isRepeatable) flag.argParser((text, before) => [...(Array.isArray(before) ? before : []), text]);
  return flag;
}

export function defaultText({ default: value, shownDefault }: Option): string {
  const isHidden = value === undefined || value === false || Array.isArray(value);
  return shownDefault ?? (isHidden ? '' : String(value));
}

/** The first source with a value is used: flag, environment variable, config file, default. */
async function valuesOf<O extends Options>(parser: Parser, options: O): Promise<OptionValues<O>> {
  const problems: string[] = [];
  const givenTo = (name: string, option: Option): GivenText[] | undefined => {
    const from = parser.getOptionValueSource(name);
    const texts: string[] = [parser.getOptionValue(name)].flat();
    // An empty variable counts as not set, because many tools unset a variable by making it empty.
    if (from === undefined || from === 'default' || (from === 'env' && texts[0] === '')) return undefined;
    const variable = variableOf(name, option) ?? '';
    const flag = `--${flagOf(name)}`;
    if (from === 'cli' && option.isVariableOnly)
      problems.push(
        `${flag} is not allowed, because other users can read a command line; set the environment variable ${variable}`,
      );
    return texts.map(text => ({ text, source: from === 'env' ? variable : flag }));
  };
  const file =
    options.config && (await readConfig(givenTo('config', options.config)?.[0]?.text, Object.keys(options)));
  problems.push(...(file?.problems ?? []));
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options)) {
    const texts = givenTo(name, option) ?? file?.given(name, option);
    values[name] = texts === undefined ? option.default : readAll(texts, option, problems);
  }
  if (problems.length > 0) throw new CliError(problems);
  return values as OptionValues<O>; // each value comes from the option of its name
}

async function readConfig(
  given: string | undefined,
  options: readonly string[],
): Promise<ConfigFile | undefined> {
  const path = given ?? findConfigFile();
  if (path === undefined) return undefined;
  // This module is loaded only when it is needed, so that `serve` starts faster.
  const { readConfigFile } = await import('./config-file.ts');
  return readConfigFile(path, { source: given && `--config ${path}`, options });
}

function readAll(texts: readonly GivenText[], option: Option, problems: string[]): unknown {
  const values = texts.map(({ text, source }) => {
    try {
      return option.read(text, source);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(`${source}${option.isSecret ? '' : ` "${hideUserInfo(text)}"`}: ${error.message}`);
      return undefined;
    }
  });
  return option.isRepeatable ? values.flat() : values[0];
}
