import { styleText } from 'node:util';
import { alignColumns } from '../reports/index.ts';

/**
 * Aligns rows in columns, indented by two spaces. If the last cell of a row has several lines, these lines are aligned below each
 * other.
 */
export const columns = (rows: readonly (readonly string[])[]): string[] => alignColumns(rows, 2);

/** Aligns rows in columns below bold titles, without indentation. */
export function titledColumns(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const [head = '', ...lines] = alignColumns([titles, ...rows]);
  return [styleText('bold', head), ...lines].join('\n');
}
