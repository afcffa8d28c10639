import { products } from '#contracts';
import { CliError } from './cli-error.ts';
import { choiceOf, option, repeatable, text } from './command.ts';
import { loadInventory, loadProfile, readFileAs } from './load.ts';
import { config, configOptions, tlsOptions, warpQuiet } from './options.ts';
import { integer } from './values.ts';
import { report } from './write-reports.ts';

interface Words {
  readonly unit: 'scenario' | 'flow';
  readonly play: 'scenario' | 'run';
  readonly line: string;
  readonly jobs: number;
  readonly timeout: string;
}

const seconds = integer('a number of seconds', 1, 1_000_000);

/** The options of the commands that play with a client. The time-out is in milliseconds. */
export const clientOptions = ({ unit, play, line, jobs, timeout }: Words) => ({
  product: repeatable(
    '<product>',
    `play only ${unit}s that book this product: hotel, car, transfer or tour`,
    given => [choiceOf(...products)(given)],
    { choices: products },
  ),
  warpQuiet,
  timeout: option(
    '<seconds>',
    `maximum time that the client may take for one ${play}`,
    given => seconds(given) * 1_000,
    { shownDefault: timeout },
  ),
  jobs: option(
    '<number>',
    `number of ${play}s that are played at the same time`,
    integer(`a number of ${play}s`, 1, 64),
    { default: jobs },
  ),
  baseline: text(
    '<file>',
    `file with a line "${line}" for each known failure; the command fails if a listed failure no longer happens`,
  ),
  report,
  profile: configOptions.profile,
  inventory: configOptions.inventory,
  ...tlsOptions,
  config,
});

type Files = Readonly<Record<'baseline' | 'profile' | 'inventory', string | undefined>>;

export const loadFiles = async <Known>(
  { baseline, profile, inventory }: Files,
  parse: (text: string) => Known,
) => ({
  baseline: baseline === undefined ? undefined : await readFileAs(baseline, parse, `--baseline ${baseline}`),
  profile: await loadProfile(profile),
  inventory: await loadInventory(inventory),
});

/** Throws a CliError if the user gives a profile and no client, because the reference client speaks only the contract. */
export function requireClientFor(profile: string | undefined, program: string | undefined): void {
  if (program === undefined && profile !== undefined)
    throw new CliError([
      '--profile works only with your own client; write the command of the client after "--"',
    ]);
}
