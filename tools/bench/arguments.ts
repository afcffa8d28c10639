import { parseArgs } from 'node:util';
import { nearest } from '#contracts/util';
import { cases } from './cases/index.ts';

/** The options of the command line. */
export type Request =
  | { readonly names: readonly string[]; readonly quick: boolean; readonly check: boolean }
  | { readonly help: string }
  | { readonly error: string };

/**
 * Reads the arguments of `npm run bench --`. Without names, it selects every case that needs no network.
 *
 * @example readArguments(['flow', '--quick']) // { names: ['flow'], quick: true, check: false }
 */
export function readArguments(args: readonly string[]): Request {
  const flag = { type: 'boolean', default: false } as const;
  const options = { quick: flag, check: flag, help: { ...flag, short: 'h' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help) return { help: help() };
    const wrong = positionals.find(name => !Object.hasOwn(cases, name));
    if (wrong !== undefined) return { error: unknownCase(wrong) };
    const usual = Object.keys(cases).filter(name => !cases[name]?.isExtra);
    const { quick, check } = values;
    return { names: positionals.length === 0 ? usual : positionals, quick, check };
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { error: `${line}; --help lists the options` };
  }
}

function unknownCase(name: string): string {
  const meant = nearest(name, Object.keys(cases));
  const hint = meant === undefined ? '--help lists the cases' : `did you mean "${meant}"?`;
  return `unknown case "${name}"; ${hint}`;
}

function help(): string {
  const width = Math.max(...Object.keys(cases).map(name => name.length));
  return [
    'npm run bench -- [options] [case …]',
    '',
    ...Object.entries(cases).map(([name, { measures }]) => `  ${name.padEnd(width)}  ${measures}`),
    '',
    `  ${'--quick'.padEnd(width)}  fewer rounds of fewer requests`,
    `  ${'--check'.padEnd(width)}  exit with 1 if a target is missed`,
  ].join('\n');
}
