import { CliError, ValueError } from './cli-error.ts';
import { flagOf, type Option, type Options, type OptionValues, variableOf } from './command.ts';
import { type GivenText, readConfigFile } from './config-file.ts';

/** Where the values of options come from, beside the config file. */
export interface OptionSources {
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is wrong with the command line already. */
  readonly problems: readonly string[];
}

/**
 * Reads the options of a command: flag before environment variable before config file before default.
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
  // An empty variable counts as none: that is how many tools unset one.
  const fromVariable = (name: string, option: Option): GivenText[] | undefined => {
    const source = variableOf(name, option) ?? '';
    return env[source] ? [{ text: env[source], source }] : undefined;
  };
  const path = options.config && (fromFlag('config') ?? fromVariable('config', options.config))?.[0]?.text;
  const file = path === undefined ? undefined : await readConfigFile(path);
  problems.push(...(file?.problems ?? []));
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options)) {
    const texts = fromFlag(name) ?? fromVariable(name, option) ?? file?.given(name, option);
    values[name] = texts === undefined ? option.default : readAll(texts, option, problems);
  }
  if (problems.length > 0) throw new CliError(problems);
  return values as OptionValues<O>; // each was read by the option of its name, or is its default
}

function readAll(texts: readonly GivenText[], option: Option, problems: string[]): unknown {
  const values = texts.map(({ text, source }) => {
    try {
      return option.read(text, source);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problems.push(`${source}${option.isSecret ? '' : ` "${text}"`}: ${error.message}`);
      return undefined;
    }
  });
  return option.isRepeatable ? values.flat() : values[0];
}
