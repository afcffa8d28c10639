import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject, suggest } from '#contracts/util';
import { bundledProfileFile, isBareName, readYamlDocument } from '../catalogue/node.ts';
import { CliError } from './cli-error.ts';
import { flagOf, type Option } from './command.ts';
import { withSource } from './load.ts';
import { configOptions } from './options.ts';

export interface GivenText {
  readonly text: string;
  readonly source: string;
}

export type ConfigFile = Awaited<ReturnType<typeof readConfigFile>>;

const known: Readonly<Record<string, Option>> = configOptions;

/** `options`: the names of all options of the command. Paths in the file are relative to its folder. It can have options of other commands, because one file serves all of them. */
export async function readConfigFile(
  path: string,
  {
    source = path,
    options = [],
  }: { readonly source?: string | undefined; readonly options?: readonly string[] } = {},
) {
  const document = await withSource(source, () => readYamlDocument(path));
  const content = document.value ?? {};
  if (!isObject(content)) throw new CliError([`${source}: expected a map of options, such as "port: 4010"`]);
  const given = new Map<string, GivenText[]>();
  const problems: string[] = [];
  for (const [name, value] of Object.entries(content)) {
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (option === undefined) problems.push(`${path}: ${unknownKey(name, options)}`);
    if (option === undefined || value === null) continue;
    const parts = option.isRepeatable && Array.isArray(value) ? value : [value];
    given.set(
      name,
      parts.flatMap((part: unknown, index) => {
        const place = parts === value ? `${name}[${index}]` : name;
        const problem = wrongType(place, part, option);
        if (problem === undefined) return [{ text: textOf(part, option, path), source: `${path}: ${place}` }];
        problems.push(`${path}: ${problem}`);
        return [];
      }),
    );
    if (given.get(name)?.length === 0) given.delete(name);
  }
  return {
    given: (name: string, option: Option) =>
      known[name] === option || option.isConfig ? given.get(name) : undefined,
    problems,
  };
}

function textOf(value: unknown, { isPath, isProfile }: Option, path: string): string {
  if (typeof value === 'object') return JSON.stringify(value);
  if (!isPath) return String(value);
  const file = resolve(dirname(path), String(value));
  return isProfile && isProfileName(String(value), file) ? String(value) : file;
}

/** Whether a text is the name of a bundled profile, or a wrong name and not the path of a file. */
const isProfileName = (text: string, file: string): boolean =>
  bundledProfileFile(text) !== undefined || (isBareName(text) && !existsSync(file));

function wrongType(place: string, value: unknown, option: Option): string | undefined {
  const { default: standard, isSecret, isRepeatable } = option;
  if (isRepeatable && (typeof value === 'string' || isObject(value))) return undefined;
  const shown = JSON.stringify(value);
  if (isRepeatable) return `${place}: expected a text or a map and found ${shown}`;
  if (typeof value === (typeof standard === 'number' ? 'number' : 'string')) return undefined;
  if (typeof standard === 'number') return `${place}: ${shown} is not a number; write ${place}: ${standard}`;
  if (typeof value === 'object')
    return `${place}: expected a text and found ${Array.isArray(value) ? 'a list' : 'a map'}`;
  if (isSecret) return `${place}: expected a text and found a ${typeof value}; put the value in quotes`;
  return `${place}: ${shown} is a ${typeof value}, expected a text; put the value in quotes: ${place}: "${value}"`;
}

function unknownKey(name: string, options: readonly string[]): string {
  if (options.includes(name)) return `"${name}" cannot be in a config file; give the flag --${flagOf(name)}`;
  const names = Object.keys(known);
  const hint = suggest(name.replaceAll(/[-_]/g, ''), names, `the options are ${names.join(', ')}`);
  return `there is no option "${name}"; ${hint}`;
}
