import type { Case, Format } from '../document.ts';
import { oneLine } from '../text.ts';

/** Returns the report in the Test Anything Protocol (TAP), version 14, for tools such as `prove`, with the findings as comments. */
export const tap: Format = ({ suites, points = suites.flatMap(({ cases }) => cases) }) => {
  const lines = points.flatMap((point, index) => [
    pointLine(point, index + 1),
    ...(point.result === 'skipped' ? [] : comments(point.lines ?? [])),
  ]);
  const all = [
    'TAP version 14',
    `1..${points.length}`,
    ...lines,
    ...comments(suites.flatMap(suite => suite.comments ?? [])),
  ];
  return `${all.join('\n')}\n`;
};

function pointLine({ name, result, message = '' }: Case, number: number): string {
  const isOk = result === 'ok' || result === 'skipped';
  const skip = result === 'skipped' ? ` # SKIP ${oneLine(message)}` : '';
  return `${isOk ? 'ok' : 'not ok'} ${number} - ${escapeHash(name)}${skip}`;
}

const comments = (lines: readonly string[]): string[] =>
  lines.flatMap(line => line.split('\n')).map(line => `# ${oneLine(line)}`);

/** Escapes hash signs, because a hash sign begins a directive in TAP. */
const escapeHash = (text: string): string => oneLine(text).replaceAll('\\', '\\\\').replaceAll('#', '\\#');
