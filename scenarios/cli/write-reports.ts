import { appendFile, writeFile } from 'node:fs/promises';
import type { RunReport } from '#contracts/report';
import { formatReport } from '../reports/format-report.ts';
import { githubAnnotations, githubSummary } from '../reports/github.ts';
import { CliError } from './cli-error.ts';
import type { WantedReport } from './run-values.ts';

/**
 * Writes the reports that are wanted: the text to stdout where no other one goes there. Under GitHub Actions also annotations
 * and the summary of the step.
 *
 * @throws CliError with exit code 1 for a file that cannot be written; all others are written before
 */
export async function writeReports(report: RunReport, wanted: readonly WantedReport[]): Promise<void> {
  const onStdout = wanted.find(({ file }) => file === undefined)?.form ?? 'text';
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  process.stdout.write(formatReport[onStdout](report, { colors: hasColors() }));
  if (GITHUB_ACTIONS === 'true') {
    // Commands in the middle of JSON or XML would spoil it.
    const say = onStdout === 'text' ? console.log : console.error;
    for (const line of githubAnnotations(report)) say(line);
  }
  const files: [path: string, write: () => Promise<void>][] = wanted.flatMap(({ form, file }) =>
    file === undefined ? [] : [[file, () => writeFile(file, formatReport[form](report, { colors: false }))]],
  );
  if (GITHUB_STEP_SUMMARY)
    files.push([GITHUB_STEP_SUMMARY, () => appendFile(GITHUB_STEP_SUMMARY, githubSummary(report))]);
  await writeFiles(files);
}

/**
 * Writes files, each by its own way.
 *
 * @throws CliError with exit code 1 for those that cannot be written; all others are
 */
export async function writeFiles(
  files: readonly (readonly [path: string, write: () => Promise<void>])[],
): Promise<void> {
  const problems: string[] = [];
  for (const [path, write] of files)
    await write().catch((error: NodeJS.ErrnoException) => problems.push(`${path}: ${error.message}`));
  if (problems.length > 0)
    throw new CliError(
      problems.map(problem => `the report was not written: ${problem}`),
      1,
    );
}

/** NO_COLOR and FORCE_COLOR count, as they do for whatever else is written. */
export function hasColors(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return process.stdout.isTTY === true && !NO_COLOR;
}
