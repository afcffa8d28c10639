import { applyProfile, operations } from '#contracts';
import { type BookingView, type ExchangeView, readPages, type SandboxView } from '#contracts/control';
import { judge, judgeEnded } from '../../judge/index.ts';
import { documentOf, type Judged, trafficExitCode, verdictReport } from '../../report/index.ts';
import { booksOfViews, boundedStory } from '../../run/index.ts';
import { readTraffic } from '../../verify/index.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand, type OptionValues, option, text } from '../command.ts';
import { callControl } from '../control.ts';
import { loadProfile, readFileAs } from '../load.ts';
import { json, pickOptions } from '../options.ts';
import { httpAddress } from '../values.ts';
import { type ReportTarget, report, requireWritable, writeReports } from '../write-reports.ts';

const options = {
  sandbox: text(
    '<id>',
    'id of a sandbox on a running server; the command judges the calls that the sandbox has recorded so far',
  ),
  control: option('<url>', 'address of the control API of the running server', httpAddress, {
    default: 'http://127.0.0.1:4010/_control',
  }),
  ...pickOptions('controlToken', 'profile'),
  report,
  json,
};
type Values = OptionValues<typeof options>;

export const command = defineCommand({
  args: ['[file]'],
  options,
  examples: [
    'judge --sandbox default',
    'judge --sandbox s1 --control http://127.0.0.1:4020/_control',
    'judge traffic.har --report junit=understudy.xml',
    'judge traffic.ndjson --json',
  ],
  run: judgeRecorded,
});

async function judgeRecorded(values: Values, [file]: readonly string[]): Promise<number> {
  if ((file === undefined) === (values.sandbox === undefined))
    throw new CliError(['judge takes either a file or --sandbox with an id; give exactly one of them']);
  const targets: readonly ReportTarget[] = values.json ? [...values.report, { form: 'json' }] : values.report;
  await requireWritable(targets);
  const judged =
    file === undefined ? await judgeServed(values.sandbox ?? '', values) : await judgeFile(file, values);
  const exitCode = trafficExitCode([judged]);
  await writeReports(documentOf(verdictReport([judged], exitCode)), targets);
  return exitCode;
}

async function judgeFile(path: string, { profile }: Values): Promise<Judged> {
  const dialect = applyProfile(operations, await loadProfile(profile));
  return readFileAs(path, traffic => {
    const { facts, skipped } = readTraffic(traffic, dialect);
    // The file may contain secrets, so the story has no bodies. Only the supplier knows what happened to the bookings.
    const story = boundedStory({ exchanges: facts, bookings: [], bodyLength: 0 });
    return { ...judge(facts, { source: path }), skipped, ...(facts.length > 0 && { story }) };
  });
}

async function judgeServed(id: string, { control, controlToken }: Values): Promise<Judged> {
  const read = (address: string) => callControl(address, { token: controlToken });
  const url = `${control}/sandboxes/${encodeURIComponent(id)}`;
  const sandbox: SandboxView = await (await read(url)).json();
  const exchanges: ExchangeView[] = await (await read(`${url}/exchanges`)).json();
  const bookings = await readBookings(`${url}/bookings`, read);
  const { clock, closed, lost } = sandbox;
  const context = {
    source: `sandbox ${id}`,
    clock: { mode: clock.mode, speed: isStill(clock.mode) ? 0 : clock.scale },
    ...(closed && { closedAt: Date.parse(clock.now) }),
    lostFacts: lost.facts,
  };
  const story = boundedStory({ exchanges, bookings, ended: Date.parse(clock.now) });
  return {
    ...judgeEnded({ facts: exchanges, books: booksOfViews(bookings), context }),
    ...(exchanges.length > 0 && { story }),
  };
}

const isStill = (mode: string): boolean => mode === 'manual' || mode === 'auto';

/** Reads the bookings of all pages. If bookings change in the meantime, a booking can be on two pages; the later page is newer. */
async function readBookings(
  first: string,
  read: (address: string) => Promise<Response>,
): Promise<BookingView[]> {
  const bookings = new Map<string, BookingView>();
  for await (const page of readPages(first, read)) {
    const views: BookingView[] = await page.json();
    for (const view of views) bookings.set(view.bookingId, view);
  }
  return [...bookings.values()];
}
