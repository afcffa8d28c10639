import type { Run } from './play.ts';

/** Returns a run as lines, so that a person can compare two runs: the calls with their answers, the outcome, and the books. */
export const traceLines = ({ calls, outcome, books }: Pick<Run, 'calls' | 'outcome' | 'books'>): string[] => [
  ...calls.map(({ operation, answer }) => `${operation} → ${answer}`),
  `the client reported ${outcome}`,
  `the supplier holds ${[...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing'}`,
];
