import { access, appendFile, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '#contracts/util';
import {
  painter,
  type ReportDocument,
  type ReportFormat,
  reportFormats,
  writeReport,
} from '../report/index.ts';
import { CliError } from './cli-error.ts';
import { didYouMean, repeatable } from './command.ts';

export interface ReportTarget {
  readonly form: ReportFormat;
  /** The path of the file. If the path is absent, the report goes to stdout. */
  readonly file?: string;
}

function readReportTarget(text: string): ReportTarget {
  const [name = '', ...rest] = text.split('=');
  const form = reportFormats.find(known => known === name);
  if (form === undefined)
    throw new UsageError(
      `expected ${reportFormats.join(' or ')}, optionally followed by =<file>${didYouMean(name, reportFormats)}`,
    );
  if (rest.length === 0) return { form };
  const file = rest.join('=');
  if (file === '') throw new UsageError(`expected a file after "=", as in ${form}=report`);
  return { form, file };
}

export const report = repeatable(
  '<form>[=<file>]',
  `report format: ${reportFormats.slice(0, -1).join(', ')} or ${reportFormats.at(-1)}; printed to stdout unless a file is given; repeat the flag for more reports`,
  given => [readReportTarget(given)],
  { shownDefault: 'text' },
);

/** If all reports have files, writes the text report to `stream`. In GitHub Actions, also writes annotations and the summary. */
export async function writeReports(
  document: ReportDocument,
  targets: readonly ReportTarget[],
  stream: NodeJS.WriteStream = process.stdout,
): Promise<void> {
  const onStream = targets.find(({ file }) => file === undefined)?.form ?? 'text';
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  const pointer = htmlPointer(targets);
  stream.write(await writeReport(onStream, document, painter(hasColors(stream))));
  if (onStream === 'text' && pointer) stream.write(`${pointer.text}\n`);
  if (GITHUB_ACTIONS === 'true' && onStream !== 'github') {
    // Workflow commands inside a JSON or XML report would make the report invalid.
    const log = onStream === 'text' && stream === process.stdout ? process.stdout : process.stderr;
    log.write(await writeReport('github', document));
  }
  const files = targets.flatMap(({ form, file }): FileWrite[] =>
    file === undefined ? [] : [[file, async () => writeFile(file, await writeReport(form, document))]],
  );
  if (GITHUB_STEP_SUMMARY) {
    const append = async () => {
      const summary = await writeReport('markdown', document);
      return appendFile(GITHUB_STEP_SUMMARY, pointer ? `${summary}\n${pointer.markdown}\n` : summary);
    };
    files.push([GITHUB_STEP_SUMMARY, append]);
  }
  await writeFiles(files);
}

/** Undefined without an HTML report. In GitHub Actions, links to the artifacts of the run: a step cannot know a later upload's address. */
function htmlPointer(targets: readonly ReportTarget[]): { text: string; markdown: string } | undefined {
  const file = targets.find(({ form }) => form === 'html')?.file;
  if (file === undefined) return undefined;
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = process.env;
  const place =
    GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID
      ? `[the artifacts of this workflow run](${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}#artifacts)`
      : 'the artifacts of this job';
  return {
    text: `HTML report with every finding: ${file}`,
    markdown: `Every finding with its story: the file \`${file.replaceAll('`', '')}\` in ${place}, if the job uploads it.`,
  };
}

type FileWrite = readonly [path: string, write: () => Promise<void>];

export async function writeFiles(files: readonly FileWrite[]): Promise<void> {
  const problems: string[] = [];
  for (const [path, write] of files)
    await write().catch((error: NodeJS.ErrnoException) => problems.push(`${path}: ${error.message}`));
  if (problems.length > 0) throw new CliError(problems.map(problem => `cannot write a report: ${problem}`));
}

/** By NO_COLOR and FORCE_COLOR; without them, only for a terminal. */
export function hasColors({ isTTY }: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return isTTY === true && !NO_COLOR;
}

export async function requireWritable(targets: readonly ReportTarget[]): Promise<void> {
  if (targets.filter(({ file }) => file === undefined).length > 1)
    throw new CliError([
      '--report: only one report can go to stdout; give the others a file, as in json=report.json',
    ]);
  const files = targets.flatMap(({ form, file }) => (file === undefined ? [] : [{ form, file }]));
  const problems: string[] = [];
  for (const [index, { form, file }] of files.entries()) {
    const other = files.slice(0, index).find(before => resolve(before.file) === resolve(file));
    const why = other
      ? `the ${other.form} report has the same file; give this report another file`
      : await whyNotWritable(file);
    if (why !== undefined) problems.push(`--report ${form}=${file}: ${why}`);
  }
  if (problems.length > 0) throw new CliError(problems);
}

export async function requireFolder(name: string, folder: string): Promise<void> {
  const why = await whyNotWritable(join(folder, 'scenario.yaml'));
  if (why !== undefined) throw new CliError([`${name} ${folder}: ${why}`]);
}

export async function whyNotWritable(file: string): Promise<string | undefined> {
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isDirectory()) return 'this is a folder; give a file in this folder';
  const folder = dirname(resolve(file));
  const parent = await stat(folder).catch(() => undefined);
  if (parent && !parent.isDirectory()) return `${folder} is a file and not a folder; give another file`;
  const place = existing ? file : folder;
  return access(place, constants.W_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) =>
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `there is no folder ${folder}; create it with: mkdir -p ${folder}`
        : `you have no permission to write ${place}; give another file`,
  );
}
