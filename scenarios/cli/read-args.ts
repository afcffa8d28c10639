import { parseArgs } from 'node:util';
import { nearest } from '#contracts/util';
import { flagOf, type OptionKey, optionOf, variableOf } from './options.ts';

/** A command line as it was written: nothing in it has been judged by its value yet. */
export interface Args {
  readonly given: ReadonlyMap<OptionKey, readonly string[]>;
  readonly words: readonly string[];
  readonly help: boolean;
  readonly version: boolean;
  readonly problems: readonly string[];
}

/** Reads a command line against the options that a command has; what is wrong is listed, not thrown. */
export function readArgs(argv: readonly string[], keys: readonly OptionKey[]): Args {
  const byFlag = new Map(keys.map(key => [flagOf(key), key]));
  const known = [...byFlag].flatMap(([flag, key]) => (optionOf(key).isVariableOnly ? [] : [flag]));
  const takesText = (key: OptionKey) => optionOf(key).hint !== undefined;
  const config = [...byFlag].map(([flag, key]) => [
    flag,
    { type: takesText(key) ? ('string' as const) : ('boolean' as const) },
  ]);
  const { tokens } = parseArgs({
    args: [...argv],
    options: {
      ...Object.fromEntries(config),
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
    strict: false,
    tokens: true,
  });
  const given = new Map<OptionKey, string[]>();
  const problems: string[] = [];
  const seen = { help: false, version: false };
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const key = byFlag.get(name);
    if (name === 'help' || name === 'version') seen[name] = true;
    else if (key === undefined) problems.push(unknownFlag(rawName, [...known, 'help', 'version']));
    else if (optionOf(key).isVariableOnly) problems.push(onlyVariable(key));
    else if (!takesText(key)) given.set(key, ['true']);
    else if (value === undefined || (!inlineValue && /^-./.test(value)))
      problems.push(missingValue(key, value));
    else given.set(key, [...(optionOf(key).several ? (given.get(key) ?? []) : []), value]);
    if (inlineValue && (key === undefined ? name === 'help' || name === 'version' : !takesText(key))) {
      problems.push(`${rawName} takes no value, and "${value}" was given`);
    }
  }
  const words = tokens.flatMap(token => (token.kind === 'positional' ? [token.value] : []));
  return { given, words, ...seen, problems };
}

function unknownFlag(flag: string, known: readonly string[]): string {
  const near = nearest(flag.replace(/^-+/, ''), known);
  const hint = near === undefined ? 'see --help' : `did you mean --${near}?`;
  return `there is no option ${flag}; ${hint}`;
}

function onlyVariable(key: OptionKey): string {
  return `--${flagOf(key)} is not taken from a command line, which others can read; set ${variableOf(key)} in the environment`;
}

function missingValue(key: OptionKey, next: string | undefined): string {
  const flag = `--${flagOf(key)}`;
  const { hint, isSecret } = optionOf(key);
  const written = `write ${flag} ${hint}`;
  if (next !== undefined && isSecret)
    return `${flag} needs a value; ${written}, or ${flag}=${hint} if it begins with "-"`;
  return next === undefined
    ? `${flag} needs a value; ${written}`
    : `${flag} needs a value and is followed by ${next}; ${written}, or ${flag}=${next} if that is meant`;
}
