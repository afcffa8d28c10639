import { styleText } from 'node:util';
import { alignColumns } from '#contracts/util';

/** Indented by two spaces. */
export const columns = (rows: readonly (readonly string[])[]): string[] => alignColumns(rows, 2);

export function titledColumns(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const [head = '', ...lines] = alignColumns([titles, ...rows]);
  return [styleText('bold', head), ...lines].join('\n');
}
