import type { Run } from './play.ts';

export const traceLines = ({ calls, outcome, books, test }: Run): string[] => [
  ...calls.map(({ operation, answer }) => `${operation} → ${answer}`),
  `${test ? 'the test was' : 'the client reported'} ${outcome}`,
  `the supplier holds ${[...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing'}`,
];
