import type { Run } from './play.ts';

const maxLines = 20;

export function withOutput(text: string, output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '');
  return [text, ...lines.slice(-maxLines).map(line => `  ${line}`)].join('\n');
}

export const traceLines = ({ calls, outcome, books, test }: Run): string[] => [
  ...calls.map(({ operation, answer }) => `${operation} → ${answer}`),
  `${test ? 'the test was' : 'the client reported'} ${outcome}`,
  `the supplier holds ${[...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing'}`,
];
