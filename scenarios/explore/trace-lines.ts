import type { Run } from './play.ts';

export const traceLines = ({ calls, outcome, books }: Pick<Run, 'calls' | 'outcome' | 'books'>): string[] => [
  ...calls.map(({ operation, answer }) => `${operation} → ${answer}`),
  `the client reported ${outcome}`,
  `the supplier holds ${[...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing'}`,
];
