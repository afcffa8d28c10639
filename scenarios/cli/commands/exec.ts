import { subscribe } from 'node:diagnostics_channel';
import { styleText } from 'node:util';
import { describeEnd, type Facts } from '#contracts/exchange';
import { bookingsOf, defaultSandbox, type MockSupplier, type Sandbox, type Sandboxes } from '#mock-server';
import { createSharedTime, listen } from '#mock-server/node';
import { documentOf, trafficExitCode, verdictReport } from '../../report/index.ts';
import { closeAndJudge, readerOf } from '../../run/index.ts';
import { sandboxVariables, type Warp } from '../../run/node.ts';
import { CliError } from '../cli-error.ts';
import { columns } from '../columns.ts';
import { defineCommand, flag, type OptionValues, option } from '../command.ts';
import { readExecClock, requireTracer } from '../find-warp.ts';
import { loadHttps } from '../load-tls.ts';
import { makeSupplier } from '../make-supplier.ts';
import { config, configOptions, supplierOptions, tlsOptions, warpQuiet } from '../options.ts';
import { runInGroup } from '../run-in-group.ts';
import { report, requireWritable, writeReports } from '../write-reports.ts';

const options = {
  advisory: flag('report broken rules, but always end with the exit code of the command'),
  report,
  ...tlsOptions,
  ...supplierOptions,
  clock: option(
    '<mode>[@<instant>]',
    'clock mode: real, manual, scaled:60 (60 times as fast), per-poll, or warp (Linux: the command runs unchanged, and its waits take no time); the clock starts now, or at the given instant',
    readExecClock,
    { default: { mode: 'real' }, shownDefault: 'real', isConfig: true },
  ),
  warpQuiet,
  profile: configOptions.profile,
  config,
};

export const command = defineCommand({
  args: ['<command...>'],
  isPassthrough: true,
  options,
  examples: [
    'exec -- npm test',
    'exec --report junit=understudy.xml -- npm test',
    'exec --fault hotel.doBooking:cut,commit=before,times=1 -- pytest -q',
    'exec --clock scaled:600 -- ./book.sh --nights 2',
    'exec --clock warp -- npm test',
    'exec --tls self-signed -- npm test',
  ],
  run: exec,
});

/** Ends with the exit code of the program; after 0, with 1 for a broken rule, and with 2 if the program made no call. */
async function exec(
  values: OptionValues<typeof options>,
  [program = '', ...args]: readonly string[],
): Promise<void> {
  if (values.report.some(({ file }) => file === undefined))
    throw new CliError([
      'exec --report: the command prints to stdout; give the report a file, as in junit=report.xml',
    ]);
  await requireWritable(values.report);
  const https = await loadHttps(values);
  const { supplier, warp } = await prepare(values);
  const tally = createTally(supplier.sandboxes);
  const judgeAll = readerOf(supplier.sandboxes, closeAndJudge);
  const listening = await listen(supplier, { port: 0, tls: https?.tls });
  const refusals = new Set<unknown>();
  subscribe('understudy.handshake-refused', reason => refusals.add(reason));
  const env = { ...process.env, ...variables(supplier, listening.url), ...https?.trust };
  const started = runInGroup({ name: 'exec', command: [program, ...args], env, warp });
  const exitCode = await started.finally(() => listening.close());
  const counted = tally();
  const judged = judgeAll().filter(({ calls }) => calls > 0);
  console.error(`\n${tallyText(counted)}`);
  for (const reason of refusals) console.error(`TLS handshake refused: ${reason}`);
  // The exit code of the program counts more than the verdicts.
  const ending = values.advisory || exitCode !== 0 ? exitCode : trafficExitCode(judged);
  console.error();
  await writeReports(documentOf(verdictReport(judged, ending)), values.report, process.stderr);
  // Without this call, timers of sandbox clocks would keep the process alive.
  process.exit(ending);
}

/** Creates the stand-in. With `--clock warp`, all sandboxes of the stand-in jump together with the program. */
async function prepare(
  values: OptionValues<typeof options>,
): Promise<{ supplier: MockSupplier; warp?: Warp }> {
  const { clock, warpQuiet: quiet, ...others } = values;
  if (clock.mode !== 'warp') {
    if (quiet !== undefined) throw new CliError(['--warp-quiet works only with --clock warp']);
    return { supplier: await makeSupplier({ ...others, clock }) };
  }
  const tracer = await requireTracer({ name: '--clock warp', hint: '; use --clock scaled:60' });
  const time = createSharedTime(clock.start);
  const { machine } = time;
  const supplier = await makeSupplier({ ...others, clock: { ...clock, mode: 'real' } }, { machine });
  return { supplier, warp: { tracer, quiet, clock: time.clockOf(supplier.sandboxes) } };
}

const heading = (text: string): string => styleText('bold', text, { stream: process.stderr });

function variables(supplier: MockSupplier, url: string): Record<string, string> {
  const sandbox = supplier.sandboxes.require(defaultSandbox);
  return { ...sandboxVariables(sandbox, url), UNDERSTUDY_CONTROL_URL: `${url}/_control` };
}

type Tally = ReturnType<typeof tallyOf>;

export const createTally = (sandboxes: Sandboxes): (() => Tally[]) => readerOf(sandboxes, tallyOf);

function tallyOf(sandbox: Sandbox) {
  const { identity, journal, faults } = sandbox;
  const facts = journal.read().map(entry => entry.facts);
  const named = (id: string) => (identity.id === defaultSandbox ? id : `${id} in ${identity.id}`);
  const armed = faults.list().map(({ id, effect: { kind } }) => ({ id, kind, fired: 0 }));
  const matched = facts.flatMap(one => one.faults ?? []).map(one => ({ ...one, fired: 1 }));
  return {
    calls: facts.map(one => ({ operation: operationOf(one), result: resultOf(one) })),
    bookings: bookingsOf(sandbox).map(({ bookingId, reference = '', services }) =>
      services.map(({ product, truth, stored, price: { value, currency } }) => {
        const price = `${value.toFixed(2)} ${currency}`;
        return [named(bookingId), product, truth, stored, price, reference];
      }),
    ),
    // One entry for each armed fault, and one for each call that a fault matched.
    faults: [...armed, ...matched].map(({ id, kind, fired }) => ({ name: named(id), kind, fired })),
    dropped: journal.lost().facts,
  };
}

const operationOf = ({ operation, tool }: Facts): string =>
  operation ?? (tool ? 'tool server' : 'unknown address');

function resultOf({ status, closed, answer }: Facts): string {
  if (closed === undefined) return 'not answered yet';
  const end = describeEnd({ status, ending: closed.ending });
  return end === '200' && answer.errors ? '200 with Errors' : end;
}

const maxBookings = 30;

export function tallyText(all: readonly Tally[]): string {
  const dropped = all.reduce((sum, one) => sum + one.dropped, 0);
  const bookings = all.flatMap(one => one.bookings);
  const calls = callRows(all.flatMap(one => one.calls));
  const faults = section('Faults', faultRows(all.flatMap(one => one.faults)));
  if (calls.length === 0) return [heading('The supplier received no call.'), ...faults].join('\n');
  return [
    ...section('Calls to the supplier', calls, ['Operation', 'Calls', 'Answers']).slice(1),
    ...(dropped > 0 ? ['', `  and ${dropped} earlier calls, which the full journal dropped`] : []),
    ...section('Bookings', bookings.slice(0, maxBookings).flat(), bookingHead),
    ...(bookings.length > maxBookings ? [`  and ${bookings.length - maxBookings} more`] : []),
    ...faults,
  ].join('\n');
}

const section = (title: string, rows: readonly (readonly string[])[], head?: readonly string[]): string[] =>
  rows.length === 0 ? [] : ['', heading(title), '', ...columns(head ? [head, ...rows] : rows)];

const bookingHead = ['Booking', 'Service', 'At the supplier', 'Last reported', 'Price', 'Reference'];

const callRows = (calls: Tally['calls']): string[][] =>
  [...Map.groupBy(calls, ({ operation }) => operation)].map(([operation, own]) => {
    const results = [...Map.groupBy(own, ({ result }) => result)].map(([result, { length }]) =>
      length === 1 ? result : `${result} ×${length}`,
    );
    return [operation, String(own.length), results.join(', ')];
  });

const faultRows = (faults: Tally['faults']): string[][] =>
  [...Map.groupBy(faults, ({ name }) => name)].map(([name, hits]) => {
    const fired = hits.reduce((sum, hit) => sum + hit.fired, 0);
    const times =
      fired === 0 ? 'matched no call' : fired === 1 ? 'matched one call' : `matched ${fired} calls`;
    return [name, hits[0]?.kind ?? '', times];
  });
