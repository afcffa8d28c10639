import { dirname, resolve } from 'node:path';
import { isObject, nearest } from '#contracts/util';
import { CliError } from './cli-error.ts';
import { type OptionKey, optionOf, options } from './options.ts';
import { readYamlFile } from './yaml-file.ts';

/** A value of a config file, still as text, and where it stands in it. */
interface Entry {
  readonly text: string;
  readonly place: string;
}

/** What a config file sets, and what is wrong with it. */
export interface ConfigFile {
  readonly given: ReadonlyMap<OptionKey, readonly Entry[]>;
  readonly problems: readonly string[];
}

const isOption = (key: string): key is OptionKey => Object.hasOwn(options, key);

/**
 * Reads a config file. A path in it is taken from the folder that the file lies in. One file serves all commands, so it
 * may hold what this one does not need.
 *
 * @throws CliError when the file cannot be read, is no YAML, or is no map
 */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const content = (await readYamlFile(path, `--config ${path}`)) ?? {};
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new CliError([`--config ${path}: expected a map of options, such as "port: 4010"`]);
  }
  const known = Object.keys(options).filter(key => isOption(key) && optionOf(key).config !== 'none');
  const given = new Map<OptionKey, Entry[]>();
  const problems: string[] = [];
  for (const [key, value] of Object.entries(content)) {
    if (!isOption(key) || !known.includes(key)) {
      problems.push(`${path}: ${unknownKey(key, known)}`);
      continue;
    }
    if (value === null) continue;
    const parts = partsOf(key, value);
    const wrong = parts.flatMap(part => wrongType(key, part) ?? []);
    problems.push(...wrong.map(problem => `${path}: ${problem}`));
    if (wrong.length > 0) continue;
    given.set(
      key,
      parts.map(part => ({ text: textOf(key, part.value, path), place: part.place })),
    );
  }
  return { given, problems };
}

interface Part {
  readonly value: unknown;
  readonly place: string;
}

/** A list stands for several values only where an option takes several. */
function partsOf(key: OptionKey, value: unknown): Part[] {
  if (!optionOf(key).several || !Array.isArray(value)) return [{ value, place: key }];
  return value.map((entry, index) => ({ value: entry, place: `${key}[${index}]` }));
}

function textOf(key: OptionKey, value: unknown, path: string): string {
  if (typeof value === 'object') return JSON.stringify(value);
  return optionOf(key).isPath ? resolve(dirname(path), String(value)) : String(value);
}

function wrongType(key: OptionKey, { value, place }: Part): string | undefined {
  const { config: wanted, default: standard, isSecret, several } = optionOf(key);
  if (several && (typeof value === 'string' || isObject(value))) return undefined;
  if (several) return `${place}: expected a text or a map and found ${JSON.stringify(value)}`;
  if (typeof value === (wanted === 'number' ? 'number' : 'string')) return undefined;
  const shown = JSON.stringify(value);
  if (wanted === 'number') return `${key}: ${shown} is no number; write ${key}: ${standard}`;
  if (typeof value === 'object')
    return `${key}: expected a text and found ${Array.isArray(value) ? 'a list' : 'a map'}`;
  if (isSecret) return `${key}: expected a text and found a ${typeof value}; put it in quotes`;
  return `${key}: ${shown} is a ${typeof value}, expected a text; put it in quotes: ${key}: "${value}"`;
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key.replaceAll(/[-_]/g, ''), known);
  const hint = near === undefined ? `known are ${known.join(', ')}` : `did you mean "${near}"?`;
  return `there is no option "${key}"; ${hint}`;
}
