// Makes a document of several reports of `run` side by side.
import type { Finding, ReportDocument, Section } from './document.ts';
import { type MergedFinding, mergePage, type NamedReport } from './page.ts';
import { oneLine } from './text.ts';
import { counted } from './wording.ts';

const headings = {
  new: ['red', 'New'],
  still: ['red', 'Still failing'],
  unknown: ['yellow', 'Failing in some reports'],
  fixed: ['green', 'Fixed'],
} as const;

/** Returns the document that compares several reports: what is new, what still fails, and what is fixed. */
export function mergeDocument(reports: readonly NamedReport[]): ReportDocument {
  const page = mergePage(reports);
  const names = reports.map(({ name }) => oneLine(name));
  const changes = Object.keys(headings) as (keyof typeof headings)[]; // Object.keys has the return type string[]
  const parts = changes.map((change): Section => {
    const own = page.findings.filter(one => one.change === change);
    const [style, title] = headings[change];
    const byRule = Map.groupBy(own, ({ rule }) => rule);
    const findings = [...byRule].map(([rule, found]) => ruleFinding(rule, found, names));
    return { heading: [style, `${title}: ${own.length}`], columns: ['rule', 'scenarios'], findings };
  });
  const broken = reports.map(({ report: { scenarios } }, index) => {
    const count = scenarios.filter(({ state }) => state === 'broken').length;
    return `${names[index]}: ${count} of ${counted(scenarios.length, 'scenario')} broken`;
  });
  const all = `${counted(page.plays.length, 'scenario')}, ${counted(reports.length, 'report')}`;
  return { data: page, page: () => page, parts, suites: [], summary: [all, ...broken] };
}

/** Returns one line for a rule, with its scenarios. */
function ruleFinding(rule: string, found: readonly MergedFinding[], names: readonly string[]): Finding {
  const where = found.map(({ play, results, change }) => {
    const broken = names.filter((_, index) => results[index] === 'broken');
    return oneLine(change === 'unknown' ? `${play} (${broken.join(', ')})` : play);
  });
  const line = `${rule}: ${where.join(', ')}`;
  return {
    level: 'note',
    title: rule,
    rule,
    cells: [`\`${rule}\``, where.join(', ')],
    lines: () => [`  ${line}`],
  };
}
