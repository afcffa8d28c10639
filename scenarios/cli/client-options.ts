import { products } from '#contracts';
import { CliError } from './cli-error.ts';
import { option, repeatable } from './command.ts';
import { config, configOptions, tlsOptions, warpQuiet } from './options.ts';
import { readFileAs } from './read-file.ts';
import { choiceOf, integer, notEmpty } from './values.ts';
import { report } from './write-reports.ts';

interface Words {
  readonly unit: 'scenario' | 'flow';
  readonly play: 'scenario' | 'run';
  readonly line: string;
  readonly jobs: number;
  readonly timeout: string;
}

export const clientOptions = ({ unit, play, line, jobs, timeout }: Words) => ({
  product: repeatable(
    '<product>',
    `play only ${unit}s that book this product: hotel, car, transfer or tour`,
    text => [choiceOf(...products)(text)],
    { choices: products },
  ),
  warpQuiet,
  timeout: option(
    '<seconds>',
    `maximum time that the client may take for one ${play}`,
    integer('a number of seconds', 1, 1_000_000),
    { shownDefault: timeout },
  ),
  jobs: option(
    '<number>',
    `number of ${play}s that are played at the same time`,
    integer(`a number of ${play}s`, 1, 64),
    { default: jobs },
  ),
  baseline: option(
    '<file>',
    `file with a line "${line}" for each known failure; the command fails if a listed failure no longer happens`,
    notEmpty,
  ),
  report,
  profile: configOptions.profile,
  inventory: configOptions.inventory,
  ...tlsOptions,
  config,
});

export async function loadBaseline<Known>(
  path: string | undefined,
  parse: (text: string) => Known,
): Promise<Known | undefined> {
  if (path === undefined) return undefined;
  return readFileAs(path, parse, `--baseline ${path}`);
}

/** Throws a CliError if the user gives a profile and no client, because the reference client speaks only the contract. */
export function requireClientFor(profile: string | undefined, program: string | undefined): void {
  if (program === undefined && profile !== undefined)
    throw new CliError([
      '--profile works only with your own client; write the command of the client after "--"',
    ]);
}
