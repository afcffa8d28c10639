import { styleText } from 'node:util';
import { defaultSandbox, type MockSupplier } from '#mock-server';
import { createSharedTime, listen } from '#mock-server/node';
import { commandName } from '../../command-name.ts';
import { closeAndJudge } from '../../judge-sandbox.ts';
import { sandboxVariables, type Warp } from '../../process/index.ts';
import { documentOf, type Judged, trafficExitCode, verdictReport } from '../../reports/index.ts';
import { CliError } from '../cli-error.ts';
import { readExecClock } from '../clock-option.ts';
import { defineCommand, flag, type OptionValues, option } from '../command.ts';
import { requireTracer } from '../find-warp.ts';
import { makeSupplier } from '../make-supplier.ts';
import { config, configOptions, report, supplierOptions, warpQuiet } from '../options.ts';
import { runInGroup } from '../run-in-group.ts';
import { createTally, tallyText } from '../tally.ts';
import { requireWritable, writeReports } from '../write-reports.ts';

const options = {
  advisory: flag('report broken rules, but always end with the exit code of the command'),
  report,
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
  passthrough: 'command',
  options,
  examples: [
    'exec -- npm test',
    'exec --report junit=understudy.xml -- npm test',
    'exec --fault hotel.doBooking:cut,commit=before,times=1 -- pytest -q',
    'exec --clock scaled:600 -- ./book.sh --nights 2',
    'exec --clock warp -- npm test',
  ],
  run: ({ options: values, passthroughArgs }) => exec(values, passthroughArgs),
});

/**
 * Starts a stand-in on a free port and runs a program. The program receives the addresses and credentials of the stand-in as
 * environment variables. At the end, the command prints the calls and the broken rules on stderr. The command ends with
 * the exit code of the program. If the program ended with 0, the command ends with 1 after a broken rule, and with 2 if the
 * program made no call.
 *
 * @throws CliError if no program is given, or if the program cannot be started
 */
async function exec(
  values: OptionValues<typeof options>,
  [program, ...args]: readonly string[],
): Promise<void> {
  if (program === undefined)
    throw new CliError([`exec needs a command after "--", as in: ${commandName} exec -- npm test`]);
  if (values.report.some(({ file }) => file === undefined))
    throw new CliError([
      'exec --report: the command prints to stdout; give the report a file, as in junit=report.xml',
    ]);
  await requireWritable(values.report);
  const { supplier, warp } = await prepare(values);
  const tally = createTally(supplier.sandboxes);
  const judgeAll = createJudge(supplier);
  const listening = await listen(supplier, { port: 0 });
  const env = { ...process.env, ...variables(supplier, listening.url) };
  const started = runInGroup({ name: 'exec', command: [program, ...args], env, warp });
  const exitCode = await started.finally(() => listening.close());
  const counted = tally();
  const judged = judgeAll();
  console.error(`\n${tallyText(counted, heading)}`);
  // The exit code of the program counts more than the verdicts.
  const ending = values.advisory || exitCode !== 0 ? exitCode : trafficExitCode(judged);
  console.error();
  await writeReports(documentOf(verdictReport(judged, ending)), values.report, process.stderr);
  // Without this call, timers of sandbox clocks would keep the process alive.
  process.exit(ending);
}

/**
 * Creates the stand-in. With `--clock warp`, all sandboxes of the stand-in jump together with the program.
 *
 * @throws CliError for wrong options, and if warp does not work here
 */
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

/** Creates a function that judges all sandboxes. A sandbox that is removed earlier is judged at its removal. */
function createJudge({ sandboxes }: MockSupplier): () => Judged[] {
  const gone: Judged[] = [];
  sandboxes.onGone(sandbox => gone.push(closeAndJudge(sandbox)));
  return () => [...gone, ...sandboxes.list().map(closeAndJudge)].filter(({ calls }) => calls > 0);
}

const heading = (text: string): string => styleText('bold', text, { stream: process.stderr });

/** Returns the environment variables that the program receives. */
function variables(supplier: MockSupplier, url: string): Record<string, string> {
  const sandbox = supplier.sandboxes.require(defaultSandbox);
  return { ...sandboxVariables(sandbox, url), UNDERSTUDY_CONTROL_URL: `${url}/_control` };
}
