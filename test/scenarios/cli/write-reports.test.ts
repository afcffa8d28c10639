import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { type ReportTarget, writeReports } from '#scenarios/cli/write-reports';
import { documentOf, reportFormats, writeReport } from '#scenarios/report/index';
import { createFolder } from '../../folder.ts';
import { runOf, verdict } from '../report/report-sample.ts';

const folder = createFolder();
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const document = documentOf(runOf({ one: [verdict('token-fresh', ['wrong'])] }));
/** The report in a format. */
const written: Readonly<Record<string, string>> = Object.fromEntries(
  await Promise.all(reportFormats.map(async form => [form, await writeReport(form, document)])),
);

/** Writes the report in these formats. Returns the stream and the summary of the step. */
async function write(forms: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const summary = folder.write('summary.md', '# before\n');
  const all = { GITHUB_STEP_SUMMARY: summary, GITHUB_ACTIONS: '', GITHUB_RUN_ID: '', ...env };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  const chunks: string[] = [];
  // The function only writes to the stream.
  const stream = { write: (text: string) => chunks.push(text) } as unknown as NodeJS.WriteStream;
  // A format that this test invents.
  const targets = forms.map(form => ({ form, file: `${folder.path}/report.${form}` })) as ReportTarget[];
  await writeReports(document, targets, stream);
  return { stream: chunks.join(''), summary: readFileSync(summary, 'utf8') };
}

it('names the HTML report below the text and in the summary of the step', async () => {
  const { stream, summary } = await write(['html']);
  expect(stream).toBe(`${written.text}HTML report with every finding: ${folder.path}/report.html\n`);
  expect(summary).toBe(
    `# before\n${written.markdown}\nEvery finding with its story: the file \`${folder.path}/report.html\` in the artifacts of this job, if the job uploads it.\n`,
  );
});

it('links to the artifacts of the workflow run', async () => {
  const { summary } = await write(['html'], {
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_REPOSITORY: 'acme/bookings',
    GITHUB_RUN_ID: '7',
  });
  expect(summary).toContain(
    'in [the artifacts of this workflow run](https://github.example/acme/bookings/actions/runs/7#artifacts), if',
  );
});

it('names no HTML report if the run does not write one', async () => {
  const summary = `# before\n${written.markdown}`;
  expect(await write(['json'])).toEqual({ stream: written.text, summary });
});

it.each([
  ['text', 'stdout', 'stdout'],
  ['json', 'stdout', 'stderr'],
  ['junit', 'stdout', 'stderr'],
  ['text', 'stderr', 'stderr'],
] as const)('with %s on %s, writes the annotations of GitHub Actions to %s', async (form, stream, log) => {
  vi.stubEnv('GITHUB_ACTIONS', 'true');
  vi.stubEnv('GITHUB_STEP_SUMMARY', '');
  const seen: string[] = [];
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation(chunk => seen.push(`${name}: ${chunk}`) > 0);
  await writeReports(document, [{ form }], process[stream]);
  vi.restoreAllMocks();
  expect(seen).toEqual([`${stream}: ${written[form]}`, `${log}: ${written.github}`]);
});
