import { styleText } from 'node:util';

const gap = 2;

/**
 * Aligns rows in columns, indented by two spaces. If the last cell of a row has several lines, these lines are aligned below each
 * other.
 */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(0, ...rows.map(row => row.length));
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(...rows.map(row => row[index]?.length ?? 0)),
  );
  const start = widths.slice(0, -1).reduce((sum, width) => sum + width + gap, gap);
  return rows.map(row => {
    const cells = row.map((cell, index) =>
      index === count - 1 ? cell : cell.padEnd((widths[index] ?? 0) + gap),
    );
    return `  ${cells.join('')}`.replaceAll('\n', `\n${' '.repeat(start)}`).trimEnd();
  });
}

/** Aligns rows in columns below bold titles, without indentation. */
export function titledColumns(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const [head = '', ...lines] = columns([titles, ...rows]).map(line => line.slice(gap));
  return [styleText('bold', head), ...lines].join('\n');
}
