import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { styleText } from 'node:util';
import { systemClock } from '#contracts';
import { unreadable } from '../../load/index.ts';
import { TrafficFileError } from '../../recorded/index.ts';
import { plain } from '../../reports/index.ts';
import { exitCodes } from '../../runner/index.ts';
import {
  type CallName,
  type CallOutcome,
  type DriftReport,
  defaultDestination,
  driftText,
  needsCare,
  profileText,
  type Target,
  type Verified,
  verifyTarget,
  verifyTraffic,
} from '../../verify/index.ts';
import { CliError, ValueError } from '../cli-error.ts';
import { defineCommand, type OptionValues, option, repeatable } from '../command.ts';
import { hideIn } from '../hide-in-report.ts';
import { createHider, type Hide } from '../hide-secrets.ts';
import { loadProfile } from '../load-profile.ts';
import { allowBooking, configOptions } from '../options.ts';
import { interrupted, stopRequested } from '../stop-signals.ts';
import { bearerToken, calendarDate, httpAddress, integer, notEmpty, readReportTarget } from '../values.ts';
import { warnOfPlainHttp } from '../warn-plain-http.ts';
import { watchBooking } from '../watch-booking.ts';
import { requireRoom, writeFiles, writeReports } from '../write-reports.ts';

/** Other users can read a command line, and files are copied. */
const credential = { isVariableOnly: true, isSecret: true } as const;

const options = {
  target: option('<url>', 'base address of the supplier to verify', httpAddress),
  commonsUrl: configOptions.commonsUrl,
  mcpUrl: option('<url>', 'address of its tool server, with the path; not verified when absent', httpAddress),
  username: option('<text>', 'Username of the Credential at the supplier', notEmpty, credential),
  password: option('<text>', 'its Password', notEmpty, credential),
  staticToken: option('<text>', 'token for its static data', notEmpty, credential),
  managerId: option(
    '<number>',
    'managerId that goes with that token',
    integer('a managerId', 0, 2 ** 31 - 1),
    credential,
  ),
  mcpToken: option('<text>', 'bearer token of its tool server', bearerToken, credential),
  allowBooking,
  destination: option('<name>', 'the place to autocomplete and to search', notEmpty, {
    shownDefault: defaultDestination,
  }),
  destinationId: option('<id>', 'the DestinationId to search', notEmpty, {
    shownDefault: 'what Autocomplete returns',
  }),
  airport: option('<code>', 'IATA code of the airport where cars and transfers start', readAirport, {
    default: 'GIG',
  }),
  checkin: option('<date>', 'the first day to search, YYYY-MM-DD', calendarDate, {
    shownDefault: 'in 60 days',
  }),
  nights: option('<number>', 'how many nights', integer('a number of nights', 1, 30), { default: 2 }),
  report: repeatable(
    '<form>[=<file>]',
    'text or json, to stdout or to a file; repeat the flag for more',
    text => [readReportTarget(text, ['text', 'json'])],
    { shownDefault: 'text' },
  ),
  profile: configOptions.profile,
  profileOut: option(
    '<file>',
    'file for a profile with what was found, which serve takes as --profile',
    notEmpty,
  ),
};
type Values = OptionValues<typeof options>;

export const command = defineCommand({
  args: { name: 'file', max: 1 },
  options,
  examples: [
    'understudy verify --target https://supplier.example.com',
    'understudy verify --target https://supplier.example.com --profile-out supplier.yaml --report text --report json=drift.json',
    'understudy verify --target https://supplier.example.com --allow-booking --destination Salvador --airport SSA',
    'understudy verify traffic.har --profile supplier.yaml',
  ],
  run: ({ options: values, args: [file] }) => verify(file, values),
});

function readAirport(text: string): string {
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new ValueError('expected an IATA code of 3 capital letters, for example GIG');
}

/**
 * Compares a target, or recorded traffic, with the contract, and writes reports and a profile.
 *
 * @returns the exit code: 0 no drift, 1 drift or a booking that needs care, 2 nothing could be compared, 70 a failure of ours, 130
 *   after Ctrl-C where no booking needs care
 * @throws CliError for what is missing, and for a file that is none of traffic
 */
async function verify(file: string | undefined, values: Values): Promise<number> {
  if ((file === undefined) === (values.target === undefined))
    throw new CliError([
      'verify takes --target with the address of a supplier, or a file of traffic; give one',
    ]);
  await requireRoom(values.report);
  const { username, password, staticToken, mcpToken } = values;
  const hide = createHider([username, password, staticToken, mcpToken]);
  const stop = new AbortController();
  const found =
    file === undefined
      ? await verifySupplier(values.target ?? '', values, { hide, stop })
      : await verifyFile(file, values);
  const { report, profile } = hideIn(found, hide);
  await write(report, profileText(profile, report), values);
  return stop.signal.aborted && !report.bookings.some(needsCare) ? interrupted : report.exitCode;
}

async function write(
  report: DriftReport,
  profile: string,
  { report: targets, profileOut }: Values,
): Promise<void> {
  const text = (colors: boolean) => driftText(report, { colors });
  await writeReports((format, paint) => {
    if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
    if (format === 'github') return '';
    return format === 'markdown' ? `\`\`\`text\n${text(false)}\`\`\`\n` : text(paint !== plain);
  }, targets);
  if (profileOut === undefined) return;
  // One that says nothing would look like a supplier that differs in nothing.
  if (report.operations.length === 0)
    console.error(`${profileOut} is not written: nothing could be compared`);
  else await writeFiles([[profileOut, () => writeFile(profileOut, profile)]]);
}

async function verifyFile(path: string, values: Values): Promise<Verified> {
  const profile = await loadProfile(values.profile);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError([`${path}: ${unreadable(error).message}`]);
  });
  try {
    return verifyTraffic({ name: basename(path), text, profile, now: systemClock.now });
  } catch (error) {
    throw error instanceof TrafficFileError ? new CliError([`${path}: ${error.message}`]) : error;
  }
}

async function verifySupplier(
  baseUrl: string,
  values: Values,
  { hide, stop }: { hide: Hide; stop: AbortController },
): Promise<Verified> {
  const target = targetOf(baseUrl, values);
  const profile = await loadProfile(values.profile);
  warn(baseUrl, values);
  const watch = watchBooking();
  void stopRequested(watch.ended).then(() => {
    watch.interrupted();
    stop.abort();
  });
  const { destination, destinationId, airport, checkin, nights } = values;
  try {
    return await verifyTarget({
      target,
      profile,
      wanted: { destination, destinationId, airport, nights, ...(checkin !== undefined && { checkin }) },
      allowBooking: values.allowBooking,
      signal: stop.signal,
      onCall: (name, outcome) => console.error(callLine(name, outcome, hide)),
      onBooking: watch.begins,
      onBooked: watch.settled,
      onWait: (name, ms) => console.error(`${name}: asked to come back in ${Math.ceil(ms / 1_000)} s`),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError([`verify itself failed: ${hide(why)}`, ...watch.left()], exitCodes.harness);
  }
}

function callLine(name: CallName, { result, status, said }: CallOutcome, hide: Hide): string {
  if (result === 'compared') return `${name}: ${status}`;
  return said === undefined ? `${name}: ${result}` : `${name}: ${result}: ${hide(said)}`;
}

function targetOf(baseUrl: string, values: Values): Target {
  const { commonsUrl = baseUrl, mcpUrl, mcpToken, staticToken, managerId } = values;
  for (const address of [baseUrl, commonsUrl, mcpUrl ?? baseUrl]) {
    const url = new URL(address);
    if (url.username !== '' || url.password !== '')
      throw new CliError([
        'the address of a supplier holds no credential; set UNDERSTUDY_USERNAME and UNDERSTUDY_PASSWORD',
      ]);
  }
  const { username: Username, password: Password } = values;
  const known = Username !== undefined && Password !== undefined ? { Username, Password } : undefined;
  const staticAccess =
    staticToken !== undefined && managerId !== undefined ? { token: staticToken, managerId } : undefined;
  if (!known && !staticAccess && mcpToken === undefined) {
    throw new CliError([
      'nothing proves who asks: set UNDERSTUDY_USERNAME and UNDERSTUDY_PASSWORD, and for static data UNDERSTUDY_STATIC_TOKEN and UNDERSTUDY_MANAGER_ID',
    ]);
  }
  return {
    baseUrl,
    commonsUrl,
    mcpUrl,
    mcpToken,
    credential: known,
    staticAccess,
    fetch,
    clock: systemClock,
  };
}

/** Says beforehand what cannot be taken back. */
function warn(baseUrl: string, { commonsUrl, mcpUrl, allowBooking: books }: Values): void {
  const yellow = (text: string) => styleText('yellow', text, { stream: process.stderr });
  warnOfPlainHttp([baseUrl, commonsUrl ?? baseUrl, mcpUrl ?? baseUrl]);
  if (books)
    console.error(
      yellow(
        `--allow-booking: at ${new URL(baseUrl).host} one hotel room that needs no card and can be cancelled for nothing will be booked, cancelled at once and looked at`,
      ),
    );
}
