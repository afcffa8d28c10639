import { dirname, resolve } from 'node:path';
import { nearest } from '#contracts';
import { CliError } from './cli-error.ts';
import { type OptionKey, optionOf, options } from './options.ts';
import { readYamlFile } from './yaml-file.ts';

/** What a config file sets, still as text, and what is wrong with it. */
export interface ConfigFile {
  readonly given: ReadonlyMap<OptionKey, string>;
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
  const given = new Map<OptionKey, string>();
  const problems: string[] = [];
  for (const [key, value] of Object.entries(content)) {
    const problem = isOption(key) && known.includes(key) ? wrongType(key, value) : unknownKey(key, known);
    if (problem !== undefined) problems.push(`${path}: ${problem}`);
    else if (isOption(key) && value !== null) given.set(key, textOf(key, value, path));
  }
  return { given, problems };
}

function textOf(key: OptionKey, value: unknown, path: string): string {
  return key === 'profile' ? resolve(dirname(path), String(value)) : String(value);
}

function wrongType(key: OptionKey, value: unknown): string | undefined {
  const { config: wanted, default: standard, isSecret } = optionOf(key);
  if (value === null || typeof value === (wanted === 'number' ? 'number' : 'string')) return undefined;
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
