import { styleText } from 'node:util';
import { defaultSandbox, type MockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { commandName } from '../../command-name.ts';
import { hasHarnessError, isBroken, type Judgement } from '../../judge/index.ts';
import { closeAndJudge } from '../../judge-sandbox.ts';
import { sandboxVariables } from '../../process/index.ts';
import { verdictReport, writeReport } from '../../reports/index.ts';
import { exitCodes } from '../../runner/index.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand, flag, type OptionValues } from '../command.ts';
import { makeSupplier } from '../make-supplier.ts';
import { config, configOptions, report, supplierOptions } from '../options.ts';
import { runInGroup } from '../run-in-group.ts';
import { createTally, tallyText } from '../tally.ts';
import { requireWritable, writeReports } from '../write-reports.ts';

const options = {
  advisory: flag('report broken rules, but always end with the exit code of the command'),
  report,
  ...supplierOptions,
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
  const supplier = await makeSupplier(values);
  const tally = createTally(supplier.sandboxes);
  const judgeAll = createJudge(supplier);
  const listening = await listen(supplier, { port: 0 });
  const env = { ...process.env, ...variables(supplier, listening.url) };
  const exitCode = await runInGroup(program, args, env).finally(() => listening.close());
  const counted = tally();
  const judged = judgeAll();
  console.error(`\n${tallyText(counted, heading)}`);
  const ending = values.advisory ? exitCode : withVerdicts(exitCode, judged);
  console.error();
  await writeReports(
    (format, paint) => writeReport(format, verdictReport(judged, ending), paint),
    values.report,
    process.stderr,
  );
  // Without this call, timers of sandbox clocks would keep the process alive.
  process.exit(ending);
}

/** Creates a function that judges all sandboxes. A sandbox that is removed earlier is judged at its removal. */
function createJudge({ sandboxes }: MockSupplier): () => Judgement[] {
  const gone: Judgement[] = [];
  sandboxes.onGone(sandbox => gone.push(closeAndJudge(sandbox)));
  return () => [...gone, ...sandboxes.list().map(closeAndJudge)].filter(({ calls }) => calls > 0);
}

/**
 * Returns the exit code of the program, unless this code is 0. For 0, the verdicts decide the exit code, and it is 2 if the
 * program made no call.
 */
function withVerdicts(exitCode: number, judged: readonly Judgement[]): number {
  if (exitCode !== exitCodes.held) return exitCode;
  if (judged.length === 0) return exitCodes.unproven;
  if (judged.some(hasHarnessError)) return exitCodes.harness;
  return judged.some(isBroken) ? exitCodes.broken : exitCodes.held;
}

const heading = (text: string): string => styleText('bold', text, { stream: process.stderr });

/** Returns the environment variables that the program receives. */
function variables(supplier: MockSupplier, url: string): Record<string, string> {
  const sandbox = supplier.sandboxes.require(defaultSandbox);
  return { ...sandboxVariables(sandbox, url), UNDERSTUDY_CONTROL_URL: `${url}/_control` };
}
