/** One measured number and its target. */
export interface Figure {
  case: string;
  what: string;
  /** Undefined when the value could not be measured. `note` then says why. */
  value: number | undefined;
  unit: string;
  target?: { max: number } | { min: number } | undefined;
  /** How the value was measured, in a few words. */
  note?: string | undefined;
  /** The raw numbers, which only the JSON report shows. */
  raw?: unknown;
}

export type Verdict = 'ok' | 'MISSED' | 'not measured' | '';

export function judge({ value, target }: Figure): Verdict {
  if (value === undefined) return 'not measured';
  if (!target) return '';
  return ('max' in target ? value <= target.max : value >= target.min) ? 'ok' : 'MISSED';
}

const shown = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

function targetOf({ target, unit }: Figure): string {
  if (!target) return '';
  return 'max' in target ? `≤ ${shown(target.max)} ${unit}` : `≥ ${shown(target.min)} ${unit}`;
}

const heads = ['case', 'figure', 'measured', 'target', '', 'note'];

/** Returns the figures as a table for a terminal. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = figures.map(figure => [
    figure.case,
    figure.what,
    figure.value === undefined ? '-' : `${shown(figure.value)} ${figure.unit}`,
    targetOf(figure),
    judge(figure),
    figure.note ?? '',
  ]);
  const widths = heads.map((_, column) => Math.max(...[heads, ...rows].map(row => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(heads), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
