import { access, appendFile, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Forms } from '../judge/reports/formats.ts';
import { CliError } from './cli-error.ts';
import type { ReportTarget } from './values.ts';

/**
 * Writes the reports that are wanted: the text to a stream where no other one goes there. Under GitHub Actions also annotations
 * and the summary of the step.
 *
 * @throws CliError for a file that cannot be written; all others are written before
 */
export async function writeReports(
  { written, annotations, summary }: Forms,
  wanted: readonly ReportTarget[],
  stream: NodeJS.WriteStream = process.stdout,
): Promise<void> {
  const onStream = wanted.find(({ file }) => file === undefined)?.form ?? 'text';
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  stream.write(written(onStream, { colors: hasColors(stream) }));
  if (GITHUB_ACTIONS === 'true') {
    // Commands in the middle of JSON or XML would spoil it.
    const say = onStream === 'text' && stream === process.stdout ? console.log : console.error;
    for (const line of annotations()) say(line);
  }
  const files: [path: string, write: () => Promise<void>][] = wanted.flatMap(({ form, file }) =>
    file === undefined ? [] : [[file, () => writeFile(file, written(form, { colors: false }))]],
  );
  if (GITHUB_STEP_SUMMARY)
    files.push([GITHUB_STEP_SUMMARY, () => appendFile(GITHUB_STEP_SUMMARY, summary())]);
  await writeFiles(files);
}

/**
 * Writes files, each by its own way.
 *
 * @throws CliError for those that cannot be written; all others are
 */
export async function writeFiles(
  files: readonly (readonly [path: string, write: () => Promise<void>])[],
): Promise<void> {
  const problems: string[] = [];
  for (const [path, write] of files)
    await write().catch((error: NodeJS.ErrnoException) => problems.push(`${path}: ${error.message}`));
  if (problems.length > 0)
    throw new CliError(problems.map(problem => `the report was not written: ${problem}`));
}

/** NO_COLOR and FORCE_COLOR count, as they do for whatever else is written. */
function hasColors({ isTTY }: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return isTTY === true && !NO_COLOR;
}

/**
 * Before anything is done for reports that there is no room for.
 *
 * @throws CliError where more than one has no file, two have the same one, or one cannot be written
 */
export async function requireRoom(wanted: readonly ReportTarget[]): Promise<void> {
  if (wanted.filter(({ file }) => file === undefined).length > 1)
    throw new CliError([
      '--report: only one report fits on stdout; give the others a file, as in json=report.json',
    ]);
  const files = wanted.flatMap(({ form, file }) => (file === undefined ? [] : [{ form, file }]));
  const problems: string[] = [];
  for (const [index, { form, file }] of files.entries()) {
    const other = files.slice(0, index).find(before => resolve(before.file) === resolve(file));
    const why = other
      ? `the ${other.form} report goes there already; give it another file`
      : await whyNot(file);
    if (why !== undefined) problems.push(`--report ${form}=${file}: ${why}`);
  }
  if (problems.length > 0) throw new CliError(problems);
}

/** Why a file cannot be written. */
async function whyNot(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) return 'it is a folder, and a file is needed';
  const folder = dirname(resolve(file));
  const place = found ? file : folder;
  return access(place, constants.W_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) =>
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `there is no folder ${folder}; make it first: mkdir -p ${folder}`
        : `you may not write ${place}`,
  );
}
