import { CliError, ValueError } from './cli-error.ts';
import { readConfigFile } from './config-file.ts';
import { flagOf, type OptionKey, optionOf, options, type Values, variableOf } from './options.ts';
import type { Args } from './read-args.ts';

/** A value as it was written, and the name under which it was. */
interface Written {
  readonly text: string;
  readonly source: string;
}

/** Where values come from beside the config file. */
export interface Sources {
  readonly args: Args;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Puts the options of a command together: flag before environment variable before config file before default.
 *
 * @throws CliError listing everything that is wrong, one line each
 */
export async function readOptions(keys: readonly OptionKey[], sources: Sources): Promise<Values> {
  const problems = [...sources.args.problems];
  const written = (key: OptionKey): readonly Written[] | undefined =>
    fromFlag(key, sources) ?? fromVariable(key, sources);
  const configPath = keys.includes('config') ? written('config')?.[0]?.text : undefined;
  const config = configPath === undefined ? undefined : await readConfigFile(configPath);
  problems.push(...(config?.problems ?? []));

  const values: Record<string, unknown> = {};
  for (const key of Object.keys(options) as OptionKey[]) {
    const inFile = config?.given
      .get(key)
      ?.map(({ text, place }) => ({ text, source: `${configPath}: ${place}` }));
    const chosen = keys.includes(key) ? (written(key) ?? inFile) : undefined;
    values[key] = chosen === undefined ? optionOf(key).default : readAll(key, chosen, problems);
  }
  if (problems.length > 0) throw new CliError(problems);
  return values as Values; // each was read by the option of its key, or is its default
}

function fromFlag(key: OptionKey, { args }: Sources): Written[] | undefined {
  return args.given.get(key)?.map(text => ({ text, source: `--${flagOf(key)}` }));
}

/** An empty variable counts as none: that is how many tools unset one. */
function fromVariable(key: OptionKey, { env }: Sources): Written[] | undefined {
  const source = variableOf(key);
  const text = source === undefined ? undefined : env[source];
  return source === undefined || text === undefined || text === '' ? undefined : [{ text, source }];
}

function readAll(key: OptionKey, written: readonly Written[], problems: string[]): unknown {
  const values = written.map(one => read(key, one, problems));
  return optionOf(key).several ? values.flat() : values[0];
}

function read(key: OptionKey, { text, source }: Written, problems: string[]): unknown {
  const { isSecret, read: readValue } = optionOf(key);
  try {
    return readValue(text, source);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    problems.push(isSecret ? `${source}: ${error.message}` : `${source} "${text}": ${error.message}`);
    return undefined;
  }
}
