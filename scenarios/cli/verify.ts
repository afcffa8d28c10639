import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { styleText } from 'node:util';
import { systemClock } from '#contracts';
import { TrafficFileError } from '../judge/read-har.ts';
import { unreadable } from '../load/file-error.ts';
import { exitCodes } from '../runner/exit-code.ts';
import {
  type CallName,
  type CallOutcome,
  type DriftReport,
  driftText,
  needsCare,
  profileText,
  type Target,
  type Verified,
  verifyTarget,
  verifyTraffic,
} from '../verify/index.ts';
import { CliError } from './cli-error.ts';
import { hideIn } from './hide-in-report.ts';
import { createHider, type Hide } from './hide-secrets.ts';
import { loadProfile } from './load-profile.ts';
import type { Values } from './options.ts';
import { interrupted, stopRequested } from './stop-signals.ts';
import { warnOfPlainHttp } from './warn-plain-http.ts';
import { watchBooking } from './watch-booking.ts';
import { requireRoom, writeFiles, writeReports } from './write-reports.ts';

/**
 * Compares a target, or recorded traffic, with the contract, and writes reports and a profile.
 *
 * @returns the exit code: 0 no drift, 1 drift or a booking that needs care, 2 nothing could be compared, 70 a failure of ours, 130
 *   after Ctrl-C where no booking needs care
 * @throws CliError for what is missing, and for a file that is none of traffic
 */
export async function verify(file: string | undefined, values: Values): Promise<number> {
  if ((file === undefined) === (values.supplier === undefined))
    throw new CliError([
      'verify takes --target with the address of a supplier, or a file of traffic; give one',
    ]);
  await requireRoom(values.comparison);
  const { ownUsername, ownPassword, ownStaticToken, ownMcpToken } = values;
  const hide = createHider([ownUsername, ownPassword, ownStaticToken, ownMcpToken]);
  const stop = new AbortController();
  const found =
    file === undefined
      ? await verifySupplier(values.supplier ?? '', values, { hide, stop })
      : await verifyFile(file, values);
  const { report, profile } = hideIn(found, hide);
  await write(report, profileText(profile, report), values);
  return stop.signal.aborted && !report.bookings.some(needsCare) ? interrupted : report.exitCode;
}

async function write(
  report: DriftReport,
  profile: string,
  { comparison, profileOut }: Values,
): Promise<void> {
  const text = (colors: boolean) => driftText(report, { colors });
  await writeReports(
    {
      written: (form, { colors }) =>
        form === 'json' ? `${JSON.stringify(report, null, 2)}\n` : text(colors),
      annotations: () => [],
      summary: () => `\`\`\`text\n${text(false)}\`\`\`\n`,
    },
    comparison,
  );
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
  const { commonsUrl = baseUrl, mcpUrl, ownMcpToken: mcpToken } = values;
  const { ownUsername, ownPassword, ownStaticToken, ownManagerId } = values;
  for (const address of [baseUrl, commonsUrl, mcpUrl ?? baseUrl]) {
    const { username, password } = new URL(address);
    if (username !== '' || password !== '')
      throw new CliError([
        'the address of a supplier holds no credential; set UNDERSTUDY_USERNAME and UNDERSTUDY_PASSWORD',
      ]);
  }
  const hasCredential = ownUsername !== undefined && ownPassword !== undefined;
  const hasStatic = ownStaticToken !== undefined && ownManagerId !== undefined;
  if (!hasCredential && !hasStatic && mcpToken === undefined) {
    throw new CliError([
      'nothing proves who asks: set UNDERSTUDY_USERNAME and UNDERSTUDY_PASSWORD, and for static data UNDERSTUDY_STATIC_TOKEN and UNDERSTUDY_MANAGER_ID',
    ]);
  }
  return {
    baseUrl,
    commonsUrl,
    mcpUrl,
    mcpToken,
    credential: hasCredential ? { Username: ownUsername, Password: ownPassword } : undefined,
    staticAccess: hasStatic ? { token: ownStaticToken, managerId: ownManagerId } : undefined,
    fetch,
    clock: systemClock,
  };
}

/** Says beforehand what cannot be taken back. */
function warn(baseUrl: string, { commonsUrl, mcpUrl, allowBooking }: Values): void {
  const yellow = (text: string) => styleText('yellow', text, { stream: process.stderr });
  warnOfPlainHttp([baseUrl, commonsUrl ?? baseUrl, mcpUrl ?? baseUrl]);
  if (allowBooking)
    console.error(
      yellow(
        `--allow-booking: at ${new URL(baseUrl).host} one hotel room that needs no card and can be cancelled for nothing will be booked, cancelled at once and looked at`,
      ),
    );
}
