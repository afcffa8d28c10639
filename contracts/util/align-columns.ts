const gap = 2;

/** The lines of a last cell are aligned below each other. */
export function alignColumns(rows: readonly (readonly string[])[], indent = 0): string[] {
  const count = Math.max(0, ...rows.map(row => row.length));
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(...rows.map(row => row[index]?.length ?? 0)),
  );
  const start = widths.slice(0, -1).reduce((sum, width) => sum + width + gap, indent);
  return rows.map(row => {
    const cells = row.map((cell, index) =>
      index === count - 1 ? cell : cell.padEnd((widths[index] ?? 0) + gap),
    );
    return `${' '.repeat(indent)}${cells.join('')}`.replaceAll('\n', `\n${' '.repeat(start)}`).trimEnd();
  });
}
