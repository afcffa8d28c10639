import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { applyProfile, operations } from '#contracts';
import { keysOf } from '#contracts/util';
import { exitCodeOf, exitCodes, showControls } from '../../report/index.ts';
import {
  type Pact,
  type Provider,
  readPact,
  standIn,
  target,
  type Verdict,
  verifyPacts,
} from '../../verify/index.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand, flag, type OptionValues } from '../command.ts';
import { createHider, warnOfPlainHttp } from '../hide-secrets.ts';
import { loadCatalogue, loadProfile, readFileAs, requireFiles } from '../load.ts';
import { makeSupplier } from '../make-supplier.ts';
import { config, configOptions, credentialNames, pickOptions } from '../options.ts';

export async function loadPacts(path: string): Promise<Pact[]> {
  const none = 'this folder has no .json file; give the folder that holds your pacts';
  const files = await requireFiles(path, /\.json$/, none);
  return Promise.all(files.map(file => readFileAs(file, text => readPact(file, text))));
}

const verifier = '@pact-foundation/pact';

/** The verifier must be installed next to this package or in the project of the current folder. */
export function findVerifier(): string {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    try {
      return pathToFileURL(createRequire(from).resolve(verifier)).href;
    } catch {
      // The verifier is not installed here, so the next folder is tried.
    }
  }
  throw new CliError([
    `verify-pact needs Pact's verifier, which is not installed; install it with: npm install --save-dev ${verifier}`,
  ]);
}

const options = {
  ...pickOptions('target', 'commonsUrl', 'states'),
  allowBooking: flag('also send requests that book, pay or cancel to the target'),
  ...pickOptions('seed', 'clock', 'scenarios', 'fault', ...credentialNames, 'controlToken', 'profile'),
  config,
};
const { password, staticToken } = configOptions;
type Values = OptionValues<typeof options>;

export const command = defineCommand({
  args: ['<file or folder>'],
  options,
  examples: [
    'verify-pact pacts',
    'verify-pact pacts/shop-supplier.json --target https://supplier.example.com --username shop',
    'verify-pact pacts --target http://127.0.0.1:4010 --states http://127.0.0.1:4010/_control/provider-states --allow-booking',
  ],
  run: verifyPact,
});

/** The exit code is 1 if an interaction failed, and 2 if no interaction was replayed. */
async function verifyPact(values: Values, [path = '']: readonly string[]): Promise<void> {
  const pacts = await loadPacts(path);
  const verifier = findVerifier();
  if (values.target !== undefined) warnOfPlainHttp(addressesOf(values.target, values));
  const hide = createHider(secretsOf(values), { maxLength: Number.POSITIVE_INFINITY });
  const verdicts = await verifyPacts(pacts, {
    verifier,
    provider: await providerOf(values),
    dialect: applyProfile(operations, await loadProfile(values.profile)),
    allowBooking: values.allowBooking,
    scenarioIds: (await loadCatalogue(values.scenarios)).map(({ id }) => id),
    credentials: {
      credential: { Username: values.username, Password: values.password },
      staticToken: values.staticToken,
      managerId: values.managerId,
    },
  }).catch(error => {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError([hide(`verify-pact itself failed: ${why}`)], exitCodes.harness);
  });
  for (const { file, consumer, provider } of pacts) {
    const names = showControls(`what ${consumer} expects of ${provider}`);
    console.log(`\n${styleText('bold', showControls(file))}: ${names}\n`);
    for (const line of verdicts.filter(({ interaction }) => interaction.file === file).flatMap(lines))
      console.log(`  ${hide(line)}`);
  }
  console.log(`\n${summary(verdicts)}`);
  // Without this call, timers of sandbox clocks would keep the process alive.
  process.exit(
    exitCodeOf({
      isBroken: verdicts.some(({ result }) => result === 'broken'),
      isUnproven: verdicts.every(({ result }) => result === 'skipped'),
    }),
  );
}

/** Returns the addresses to which the command sends a secret. */
const addressesOf = (url: string, values: Values): string[] => [
  url,
  values.commonsUrl ?? url,
  ...(values.states !== undefined && values.controlToken !== undefined ? [values.states] : []),
];

/** The secrets that a target might echo. The default password is left out, because it would also match ordinary words. */
function secretsOf(values: Values): (string | undefined)[] {
  if (values.target === undefined) return [];
  const own = [values.password, values.staticToken].filter(
    secret => secret !== password.default && secret !== staticToken.default,
  );
  return [...own, values.controlToken];
}

async function providerOf(values: Values): Promise<Provider> {
  const { target: url } = values;
  return url === undefined ? standIn(await makeSupplier(values)) : target({ ...values, url });
}

const marks = {
  holds: ['green', '✓'],
  broken: ['red', '✗'],
  pending: ['yellow', '?'],
  skipped: ['yellow', '–'],
} as const;

function lines({ interaction: { states, description }, result, reasons }: Verdict): string[] {
  const [colour, mark] = marks[result];
  const given = states.filter(state => state !== '').join('; ');
  const title = given === '' ? description : `${given}: ${description}`;
  return [
    `${styleText(colour, mark)} ${showControls(title)}`,
    ...reasons.map(reason => `    ${showControls(reason)}`),
  ];
}

function summary(verdicts: readonly Verdict[]): string {
  const count = (wanted: Verdict['result']) => verdicts.filter(({ result }) => result === wanted).length;
  const words = { broken: 'broken', pending: 'pending', skipped: 'not replayed' } as const;
  const others = keysOf(words).flatMap(result =>
    count(result) > 0 ? [`${count(result)} ${words[result]}`] : [],
  );
  return [`${count('holds')} of ${verdicts.length} interactions hold`, ...others].join(', ');
}
