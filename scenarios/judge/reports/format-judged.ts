import { version } from '#contracts';
import { findingsOf, type Judged, judgedJunit, judgedText } from '../judged/index.ts';
import type { VerdictReport } from '../report/index.ts';
import { describeBrokenAnswer } from '../rules/index.ts';
import type { Forms, ReportFormat } from './formats.ts';
import { annotation } from './github.ts';
import { painter } from './painter.ts';

/** What was judged of recorded traffic, in every form. */
export const formsOfJudged = (judged: readonly Judged[], exitCode: number): Forms => ({
  written: (form, { colors }) => writers[form](judged, { colors, exitCode }),
  annotations: () => judged.flatMap(annotationsOf),
  summary: () => summaryOf(judged),
});

interface Said {
  readonly colors: boolean;
  readonly exitCode: number;
}

const writers: Readonly<Record<ReportFormat, (judged: readonly Judged[], said: Said) => string>> = {
  text: (judged, { colors }) => (judged.length === 0 ? '' : `${judgedText(judged, painter(colors))}\n`),
  json: (judged, { exitCode }) => `${JSON.stringify(verdictReportOf(judged, exitCode), null, 2)}\n`,
  junit: judgedJunit,
};

const verdictReportOf = (judged: readonly Judged[], exitCode: number): VerdictReport => ({
  format: 'understudy-verdicts',
  version: 1,
  understudy: version,
  exitCode,
  judged: judged.map(({ brokenAnswers, ...one }) => ({ ...one, brokenAnswers: [...brokenAnswers] })),
});

function annotationsOf(judged: Judged): string[] {
  const findings = findingsOf(judged).map(({ rule, weight, message, expected }) =>
    annotation(
      weight === 'fail' ? 'error' : 'warning',
      `${judged.source}: ${rule}`,
      `${message}\nA correct client: ${expected}`,
    ),
  );
  const broken = judged.brokenAnswers.map(answer =>
    annotation('error', judged.source, describeBrokenAnswer(answer)),
  );
  return [...findings, ...broken];
}

function summaryOf(all: readonly Judged[]): string {
  const rows = all.flatMap(({ source, verdicts }) =>
    verdicts
      .filter(({ verdict }) => !['pass', 'not-observed'].includes(verdict))
      .map(({ rule, verdict }) => `| ${source} | \`${rule}\` | ${verdict} |`),
  );
  const table = ['| traffic | rule | verdict |', '|---|---|---|', ...rows];
  const calls = all.reduce((sum, one) => sum + one.calls, 0);
  const told = `${calls} calls judged${rows.length === 0 ? ': every rule that they show was kept' : ''}`;
  return ['### Understudy', '', told, '', ...(rows.length === 0 ? [] : [...table, ''])].join('\n');
}
