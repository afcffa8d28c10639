import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemClock } from '#contracts';
import { contractWords } from '#contracts/exchange';
import { exitCodes } from '../../report/index.ts';
import {
  defaultDestination,
  driftDocument,
  type Hide,
  needsCare,
  profileText,
  type RecordedCall,
  type Target,
  type Verified,
  verifyTarget,
  verifyTraffic,
} from '../../verify/index.ts';
import { CliError, orCliError, printWarning } from '../cli-error.ts';
import { defineCommand, flag, type OptionValues, option, text } from '../command.ts';
import { createHider, warnOfPlainHttp } from '../hide-secrets.ts';
import { loadProfile, readFileAs } from '../load.ts';
import { readPem } from '../load-tls.ts';
import { configOptions } from '../options.ts';
import { interrupted, stopRequested } from '../stop-signals.ts';
import { bearerToken, calendarDate, httpAddress, integer, managerId, matching } from '../values.ts';
import { report, requireWritable, writeFiles, writeReports } from '../write-reports.ts';

/** Other users can read a command line, and config files are often copied, so only variables set credentials. */
const credential = { isVariableOnly: true, isSecret: true } as const;

const options = {
  target: option('<url>', 'base address of the supplier to verify', httpAddress),
  commonsUrl: configOptions.commonsUrl,
  mcpUrl: option(
    '<url>',
    'address of the tool server, with the path; without this address, the command does not verify the tool server',
    httpAddress,
  ),
  username: text('<text>', 'Username of your Credential at the supplier', credential),
  password: text('<text>', 'Password of your Credential at the supplier', credential),
  staticToken: text('<text>', 'token for the static data of the supplier', credential),
  managerId: option('<number>', configOptions.managerId.description, managerId, credential),
  mcpToken: option('<text>', 'bearer token of the tool server', bearerToken, credential),
  ca: text('<file>', 'CAs of the supplier (PEM), in place of the public ones'),
  clientCert: text('<file>', 'certificate of your client for mutual TLS (PEM)'),
  clientKey: text('<file>', 'private key of --client-cert (PEM)'),
  allowBooking: flag('also book one room that is proven free of charge, and cancel the booking at once'),
  destination: text('<name>', 'name of the place to search for', { shownDefault: defaultDestination }),
  destinationId: text('<id>', 'DestinationId to search for', { shownDefault: 'the result of Autocomplete' }),
  airport: option(
    '<code>',
    'IATA code of the airport where cars and transfers start',
    matching(/^[A-Z]{3}$/, 'an IATA code of 3 capital letters, for example GIG'),
    { default: 'GIG' },
  ),
  checkin: option('<date>', 'first day of the search, YYYY-MM-DD', calendarDate, {
    shownDefault: 'in 60 days',
  }),
  nights: option('<number>', 'number of nights', integer('a number of nights', 1, 30), { default: 2 }),
  report,
  profile: configOptions.profile,
  profileOut: text(
    '<file>',
    'file for a profile with the names that verify found; start serve with --profile and this file',
  ),
};
type Values = OptionValues<typeof options>;

export const command = defineCommand({
  args: ['[file]'],
  options,
  examples: [
    'verify --target https://supplier.example.com',
    'verify --target https://supplier.example.com --profile-out supplier.yaml --report text --report json=drift.json',
    'verify --target https://supplier.example.com --allow-booking --destination Salvador --airport SSA',
    'verify traffic.har --profile supplier.yaml',
  ],
  run: verify,
});

async function verify(values: Values, [file]: readonly string[]): Promise<number> {
  if ((file === undefined) === (values.target === undefined))
    throw new CliError([
      'verify takes either --target with the address of a supplier or a file of traffic; give exactly one of them',
    ]);
  await requireWritable(values.report);
  const { username, password, staticToken, mcpToken } = values;
  const hide = createHider([username, password, staticToken, mcpToken], { contractWords });
  const stop = new AbortController();
  const verified =
    file === undefined
      ? await verifySupplier(values.target ?? '', values, { hide, stop })
      : await verifyFile(file, values, hide);
  await write(verified, values);
  const { bookings, exitCode } = verified.report;
  return stop.signal.aborted && !bookings.some(needsCare) ? interrupted : exitCode;
}

async function write({ report, profile }: Verified, { report: targets, profileOut }: Values): Promise<void> {
  await writeReports(driftDocument(report), targets);
  if (profileOut === undefined) return;
  // If nothing was compared, no profile is written, because an empty profile would suggest that the supplier has no differences.
  if (report.operations.length === 0)
    console.error(`--profile-out ${profileOut}: no file was written, because nothing could be compared`);
  else await writeFiles([[profileOut, () => writeFile(profileOut, profileText(profile, report))]]);
}

async function verifyFile(path: string, values: Values, hide: Hide): Promise<Verified> {
  const profile = await loadProfile(values.profile);
  return readFileAs(path, traffic =>
    verifyTraffic({ name: basename(path), text: traffic, profile, hide, now: systemClock.now }),
  );
}

async function verifySupplier(
  baseUrl: string,
  values: Values,
  { hide, stop }: { hide: Hide; stop: AbortController },
): Promise<Verified> {
  const target = { ...targetOf(baseUrl, values), ...(await tlsFetch(values)) };
  const profile = await loadProfile(values.profile);
  warn(baseUrl, values);
  const { destination, destinationId, airport, checkin, nights } = values;
  /** The reference of a test booking that may still exist at the target, and its id if an answer contained it. */
  let open: string | undefined;
  const advice = () =>
    open === undefined
      ? []
      : [`a booking may exist under the reference ${open}; ask the supplier to cancel the booking`];
  void stopRequested(() => {
    for (const line of advice()) console.error(line);
    return open === undefined ? interrupted : exitCodes.broken;
  }).then(() => {
    if (open !== undefined)
      console.error(
        'The booking is being cancelled. Please wait: if you stop now, the booking stays at the supplier.',
      );
    stop.abort();
  });
  try {
    return await verifyTarget({
      target,
      profile,
      trip: { destination, destinationId, airport, nights, ...(checkin !== undefined && { checkin }) },
      allowBooking: values.allowBooking,
      hide,
      signal: stop.signal,
      onCall: call => console.error(callLine(call)),
      onBooking(reference, bookingId) {
        open = bookingId === undefined ? reference : `${reference} with the id ${hide(bookingId)}`;
        if (bookingId === undefined)
          console.error(`hotel.doBooking: sending a booking with the reference ${reference}`);
      },
      onBooked({ state }) {
        if (state === 'cancelled' || state === 'not-booked') open = undefined;
      },
      onWait: (name, ms) =>
        console.error(`${name}: the supplier asks the client to wait ${Math.ceil(ms / 1_000)} s`),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError([`verify itself failed: ${hide(why)}`, ...advice()], exitCodes.harness);
  }
}

async function tlsFetch({ ca, clientCert, clientKey }: Values) {
  if ((ca ?? clientCert ?? clientKey) === undefined) return {};
  const { createTlsFetch } = await import('#client/node');
  const read = async (flag: string, path?: string) => (path === undefined ? undefined : readPem(flag, path));
  const cert = await read('client-cert', clientCert);
  const texts = { ca: await read('ca', ca), cert, key: await read('client-key', clientKey) };
  return { fetch: orCliError(Error, () => createTlsFetch(texts)) };
}

function callLine({ operation, result, status, said }: RecordedCall): string {
  if (result === 'compared') return `${operation}: ${status}`;
  return said === undefined ? `${operation}: ${result}` : `${operation}: ${result}: ${said}`;
}

function targetOf(baseUrl: string, values: Values): Target {
  const { commonsUrl = baseUrl, mcpUrl, mcpToken, staticToken, managerId } = values;
  for (const address of [baseUrl, commonsUrl, mcpUrl ?? baseUrl]) {
    const url = new URL(address);
    if (url.username !== '' || url.password !== '')
      throw new CliError([
        'an address must not contain a credential; set UNDERSTUDY_USERNAME and UNDERSTUDY_PASSWORD instead',
      ]);
  }
  const { username: Username, password: Password } = values;
  const known = Username !== undefined && Password !== undefined ? { Username, Password } : undefined;
  const staticAccess =
    staticToken !== undefined && managerId !== undefined ? { token: staticToken, managerId } : undefined;
  if (!known && !staticAccess && mcpToken === undefined) {
    throw new CliError([
      'verify needs a credential: set UNDERSTUDY_USERNAME and UNDERSTUDY_PASSWORD, and for static data UNDERSTUDY_STATIC_TOKEN and UNDERSTUDY_MANAGER_ID',
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

function warn(baseUrl: string, { commonsUrl, mcpUrl, allowBooking: books }: Values): void {
  warnOfPlainHttp([baseUrl, commonsUrl ?? baseUrl, mcpUrl ?? baseUrl]);
  if (books)
    printWarning(
      `--allow-booking: verify books one hotel room at ${new URL(baseUrl).host} and cancels the booking at once; the room needs no card and can be cancelled free of charge`,
    );
}
