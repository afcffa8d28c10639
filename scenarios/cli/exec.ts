import { styleText } from 'node:util';
import { defaultSandbox, type MockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { hasHarnessError, isBroken, type Judgement } from '../judge/index.ts';
import { closeAndJudge } from '../judge-sandbox.ts';
import { sandboxVariables } from '../process/variables.ts';
import { verdictReport, writeReport } from '../reports/index.ts';
import { exitCodes } from '../runner/index.ts';
import { CliError } from './cli-error.ts';
import { makeSupplier } from './make-supplier.ts';
import type { Values } from './options.ts';
import { runInGroup } from './run-in-group.ts';
import { createTally } from './tally.ts';
import { tallyText } from './tally-text.ts';
import { requireRoom, writeReports } from './write-reports.ts';

/**
 * Runs a command beside a stand-in on a free port, whose addresses and credentials it finds in its environment; then says on
 * stderr what the stand-in was asked for and which rules that broke, and ends this process with the exit code of the command, or
 * with 1 where that is 0 and a rule was broken.
 *
 * @throws CliError where there is no command, or none that can be started
 */
export async function exec(values: Values, command: readonly string[]): Promise<void> {
  const [program, ...args] = command;
  if (program === undefined)
    throw new CliError(['exec needs the command to run behind "--", as in: understudy exec -- npm test']);
  if (values.report.some(({ file }) => file === undefined))
    throw new CliError([
      "exec --report: stdout is the command's; give the report a file, as in junit=report.xml",
    ]);
  await requireRoom(values.report);
  const supplier = await makeSupplier(values);
  const tally = createTally(supplier.sandboxes);
  const judgeAll = createJudge(supplier);
  const listening = await listen(supplier, { port: 0 });
  const env = { ...process.env, ...variables(supplier, listening.url) };
  const exitCode = await runInGroup(program, args, env).finally(() => listening.close());
  const told = tally();
  const judged = judgeAll();
  console.error(`\n${tallyText(told, heading)}`);
  const ending = values.advisory ? exitCode : withVerdicts(exitCode, judged);
  if (judged.length > 0) console.error();
  await writeReports(
    (format, paint) => writeReport(format, verdictReport(judged, ending), paint),
    values.report,
    process.stderr,
  );
  // Clocks of sandboxes may still wait for something; nobody is left to see it.
  process.exit(ending);
}

/** Judges what sandboxes were asked, also those that are removed meanwhile: now and at any later time. */
function createJudge({ sandboxes }: MockSupplier): () => Judgement[] {
  const gone: Judgement[] = [];
  sandboxes.onGone(sandbox => gone.push(closeAndJudge(sandbox)));
  return () => [...gone, ...sandboxes.list().map(closeAndJudge)].filter(({ calls }) => calls > 0);
}

/** What the command said counts before what the judge says. */
function withVerdicts(exitCode: number, judged: readonly Judgement[]): number {
  if (exitCode !== exitCodes.held) return exitCode;
  if (judged.some(hasHarnessError)) return exitCodes.harness;
  return judged.some(isBroken) ? exitCodes.broken : exitCodes.held;
}

const heading = (text: string): string => styleText('bold', text, { stream: process.stderr });

/** What the command finds in its environment. */
function variables(supplier: MockSupplier, url: string): Record<string, string> {
  const sandbox = supplier.sandboxes.require(defaultSandbox);
  return { ...sandboxVariables(sandbox, url), UNDERSTUDY_CONTROL_URL: `${url}/_control` };
}
