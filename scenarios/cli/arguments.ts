import { CommanderError, Command as Parser, Option as ParserOption } from 'commander';
import { hideUserInfo, nearest } from '#contracts/util';
import { CliError, ValueError } from './cli-error.ts';
import { type Command, flagOf, type Option, type Options, type OptionValues, variableOf } from './command.ts';
import type { GivenText } from './config-file.ts';

/** A parsed command line. The values of options are not parsed yet. */
export interface Arguments {
  /** The values of each given option as texts, by the name of the option. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  /** The arguments without flags. The list begins with those before the first unknown flag. */
  readonly words: readonly string[];
  /** The number of arguments before the first unknown flag. A later argument may be the value of that flag. */
  readonly certain: number;
  readonly help: boolean;
  readonly version: boolean;
  readonly noColor: boolean;
  readonly problems: readonly string[];
}

/** The options that every command has. */
export const commonOptions = [
  ['-h, --help', 'show this help'],
  ['-v, --version', 'show the version'],
  ['--no-color', 'print without colors, as with NO_COLOR'],
] as const;

/** Creates a parser with the library commander. The parser parses arguments and formats the help. */
export function createParser(name: string, { options, args, passthrough }: Partial<Command> = {}): Parser {
  const parser = new Parser(name).helpOption(false).helpCommand(false);
  for (const [key, { hint, isVariableOnly, ...described }] of Object.entries(options ?? {})) {
    const declared = new ParserOption(`--${flagOf(key)}${hint ? ' <value>' : ''}`, described.description);
    const shown = defaultText(described);
    if (shown !== '') declared.default(shown, shown);
    const variable = variableOf(key, { hint });
    if (variable !== undefined && !isVariableOnly) declared.env(variable);
    parser.addOption(declared);
  }
  for (const [flags, description] of commonOptions) parser.addOption(new ParserOption(flags, description));
  if (args) parser.argument(`[${args.name}]`);
  return passthrough ? parser.usage(`${parser.usage()} -- <${passthrough}>`) : parser;
}

/** Returns the default of an option as text for the help; an empty text if the option has no default. */
export function defaultText({
  default: value,
  shownDefault,
}: Pick<Option, 'default' | 'shownDefault'>): string {
  return (
    shownDefault ?? (value === undefined || value === false || Array.isArray(value) ? '' : String(value))
  );
}

/** Parses the arguments of a command. The result contains all problems, so that the user sees all problems together. */
export function parseArguments(argv: readonly string[], options: Options = {}): Arguments {
  const given = new Map<string, string[]>();
  const common = new Set<string>();
  const problems: string[] = [];
  const parser = createParser('', { options })
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  for (const name of ['help', 'version', 'no-color'])
    parser.on(`option:${name}`, () => void common.add(name));
  for (const [name, option] of Object.entries(options)) {
    parser.on(`option:${flagOf(name)}`, (value = 'true') => {
      const problem = misuse(name, option, argv.includes(`--${flagOf(name)}=${value}`) ? '' : value);
      if (problem !== undefined) problems.push(problem);
      else given.set(name, [...(option.isRepeatable ? (given.get(name) ?? []) : []), value]);
    });
  }
  try {
    const { operands, unknown } = parser.parseOptions([...argv]);
    const isFlag = (word: string) => /^-./.test(word);
    problems.push(...unknown.filter(isFlag).map(word => unknownFlag(word, options)));
    return {
      given,
      words: [...operands, ...unknown.filter(word => !isFlag(word))],
      certain: operands.length,
      help: common.has('help'),
      version: common.has('version'),
      noColor: common.has('no-color'),
      problems,
    };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander throws if the last argument is a flag that needs a value.
    const flag = argv.at(-1) ?? '';
    const [name = '', option] = Object.entries(options).find(([key]) => `--${flagOf(key)}` === flag) ?? [];
    const rest = parseArguments(argv.slice(0, -1), options);
    const problem =
      option && (misuse(name, option, '') ?? `${flag} needs a value; write ${flag} ${option.hint}`);
    return { ...rest, problems: [...rest.problems, problem ?? error.message] };
  }
}

/** Returns an error message if a known flag is used wrongly with the argument that follows; undefined if the use is correct. */
function misuse(name: string, option: Option, value: string): string | undefined {
  const flag = `--${flagOf(name)}`;
  const { hint, isSecret, isVariableOnly } = option;
  if (isVariableOnly)
    return `${flag} is not allowed, because other users can read a command line; set the environment variable ${variableOf(name, option)}`;
  if (!/^-./.test(value)) return undefined;
  const fix = `write ${flag} ${hint}`;
  return isSecret
    ? `${flag} needs a value; ${fix}, or ${flag}=${hint} if the value begins with "-"`
    : `${flag} needs a value, but the next argument is ${value}; ${fix}, or ${flag}=${value} if ${value} is the value`;
}

function unknownFlag(word: string, options: Options): string {
  const [flag = '', ...value] = word.split('=');
  const takesNone = Object.entries(options).flatMap(([name, { hint }]) =>
    hint ? [] : [`--${flagOf(name)}`],
  );
  const common = ['--help', '--version', '--no-color', '-h', '-v'];
  if (value.length > 0 && [...takesNone, ...common].includes(flag))
    return `${flag} takes no value, but "${value.join('=')}" was given`;
  const known = Object.entries(options).filter(([, { isVariableOnly }]) => !isVariableOnly);
  const near = nearest(flag.replace(/^-+/, ''), [
    ...known.map(([name]) => flagOf(name)),
    'help',
    'version',
    'no-color',
  ]);
  return `there is no option ${flag}; ${near === undefined ? 'see --help' : `did you mean --${near}?`}`;
}

/** The sources of option values, except the config file. */
export interface OptionSources {
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The problems that the parser found in the command line. */
  readonly problems: readonly string[];
}

/**
 * Returns the values of a command's options. The first source with a value is used: flag, environment variable, config file,
 * default.
 *
 * @throws CliError with a line for each problem
 */
export async function readOptions<O extends Options>(
  options: O,
  { given, env, problems: known }: OptionSources,
): Promise<OptionValues<O>> {
  const problems = [...known];
  const fromFlag = (name: string) =>
    given.get(name)?.map((text): GivenText => ({ text, source: `--${flagOf(name)}` }));
  // An empty variable counts as not set, because many tools unset a variable by making it empty.
  const fromVariable = (name: string, option: Option): GivenText[] | undefined => {
    const source = variableOf(name, option) ?? '';
    return env[source] ? [{ text: env[source], source }] : undefined;
  };
  const path = options.config && (fromFlag('config') ?? fromVariable('config', options.config))?.[0]?.text;
  // This module is loaded only when it is needed, so that `serve` starts faster.
  const file = path === undefined ? undefined : await (await import('./config-file.ts')).readConfigFile(path);
  problems.push(...(file?.problems ?? []));
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options)) {
    const texts = fromFlag(name) ?? fromVariable(name, option) ?? file?.given(name, option);
    values[name] = texts === undefined ? option.default : readAll(texts, option, problems);
  }
  if (problems.length > 0) throw new CliError(problems);
  return values as OptionValues<O>; // each value comes from the option of its name
}

function readAll(texts: readonly GivenText[], option: Option, problems: string[]): unknown {
  const values = texts.map(({ text, source }) => {
    try {
      return option.read(text, source);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problems.push(`${source}${option.isSecret ? '' : ` "${hideUserInfo(text)}"`}: ${error.message}`);
      return undefined;
    }
  });
  return option.isRepeatable ? values.flat() : values[0];
}
