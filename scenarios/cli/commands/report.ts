import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { mergeDocument, type NamedReport, painter, readRunReport, writeReport } from '../../report/index.ts';
import { asCliError, CliError } from '../cli-error.ts';
import { defineCommand, text } from '../command.ts';
import { readFileAs } from '../load.ts';
import { hasColors, requireWritable, writeFiles } from '../write-reports.ts';

/** More reports side by side have no room on a page. */
const maxReports = 20;

export const command = defineCommand({
  actions: {
    merge: { args: ['<file>', '<files...>'], run: ({ html }, files) => merge(files, html) },
  },
  options: {
    html: text('<file>', 'HTML file for the reports side by side; the file opens without a server'),
  },
  examples: [
    'report merge before.json after.json',
    'report merge python.json java.json go.json --html matrix.html',
  ],
});

async function merge(files: readonly string[], html: string | undefined): Promise<void> {
  if (files.length > maxReports)
    throw new CliError([
      `report merge compares at most ${maxReports} reports, and ${files.length} were given`,
    ]);
  if (html !== undefined) await requireWritable([{ form: 'html', file: html }]);
  const document = mergeDocument(await readAll(files));
  process.stdout.write(await writeReport('text', document, painter(hasColors(process.stdout))));
  if (html !== undefined)
    await writeFiles([[html, async () => writeFile(html, await writeReport('html', document))]]);
}

/** Reads all files, so that the user sees the problems of all files together. */
async function readAll(files: readonly string[]): Promise<NamedReport[]> {
  const names = namesOf(files);
  const read = files.map(async (file, index) => ({
    name: names[index] ?? file,
    report: await readFileAs(file, readRunReport),
  }));
  const ended = await Promise.allSettled(read);
  const problems = ended.flatMap(one => (one.status === 'rejected' ? asCliError(one.reason).lines : []));
  if (problems.length > 0) throw new CliError(problems);
  return Promise.all(read);
}

/** Returns a short name for each file. Files with the same name in different folders keep their paths. */
function namesOf(files: readonly string[]): string[] {
  const short = files.map(file => basename(file).replace(/\.json$/, ''));
  return new Set(short).size === short.length ? short : [...files];
}
