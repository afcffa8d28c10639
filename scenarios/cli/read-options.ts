import { hideUserInfo } from '#contracts/util';
import { CliError, ValueError } from './cli-error.ts';
import { flagOf, type Option, type Options, type OptionValues, variableOf } from './command.ts';
import type { GivenText } from './config-file.ts';

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
