import { oneLine } from './escape.ts';
import { type MergedFinding, mergePage, type NamedReport } from './page/index.ts';
import { indent, type Paint } from './paint.ts';
import { counted } from './summary.ts';

const titles = {
  new: ['New', 'red'],
  still: ['Still failing', 'red'],
  unknown: ['Failing in some reports', 'yellow'],
  fixed: ['Fixed', 'green'],
} as const;

/**
 * Returns the comparison of several reports as text: what is new, what still fails, and what is fixed.
 *
 * @example mergeText(reports, plain)
 */
export function mergeText(reports: readonly NamedReport[], paint: Paint): string {
  const { findings, plays } = mergePage(reports);
  const names = reports.map(({ name }) => oneLine(name));
  const parts = (['new', 'still', 'unknown', 'fixed'] as const).flatMap(change => {
    const own = findings.filter(one => one.change === change);
    const [title, style] = titles[change];
    return own.length === 0
      ? []
      : [[paint(style, `${title}: ${own.length}`), ...linesOf(own, names)].join('\n')];
  });
  const counts = reports.map(({ report }, index) => {
    const broken = report.scenarios.filter(({ state }) => state === 'broken');
    return `${names[index]}: ${broken.length} of ${counted(report.scenarios.length, 'scenario')} broken`;
  });
  return `${[...parts, [paint('bold', `${counted(plays.length, 'scenario')}, ${counted(reports.length, 'report')}`), ...counts].join('\n')].join('\n\n')}\n`;
}

/** Returns one line for each rule, with its scenarios. */
function linesOf(findings: readonly MergedFinding[], names: readonly string[]): string[] {
  return [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, own]) => {
    const where = own.map(({ play, results, change }) => {
      const broken = names.filter((_, index) => results[index] === 'broken');
      return oneLine(change === 'unknown' ? `${play} (${broken.join(', ')})` : play);
    });
    return indent(`${rule}: ${where.join(', ')}`, 2);
  });
}
