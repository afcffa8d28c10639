import { measureStalls, type Stall, type StallOptions } from '../stall/stall.ts';
import type { Case } from './case.ts';

const quickSize: readonly StallOptions[] = [{ bookings: 20_000, exchanges: 10_000, due: 20_000 }];
/** Several servers instead of one, because an export of many exchanges would make each measurement with many bookings longer. */
const fullSizes: readonly StallOptions[] = [
  {
    bookings: 250_000,
    exchanges: 300,
    only: ['export', 'import', 'bookings', 'list-without-match', 'snapshot', 'fork'],
  },
  { bookings: 2_000, exchanges: 100_000, only: ['exchanges', 'har', 'verdicts', 'verdicts-html'] },
  { bookings: 2, exchanges: 3, due: 250_000, only: ['advance', 'close'] },
];

/** Measures how long a small call to one sandbox waits for a long call to another sandbox. */
export const stalls: Case = async ({ quick }) => {
  const figures = [];
  for await (const stall of measureAll(quick ? quickSize : fullSizes)) {
    const { name, status, bytes, longestAnswer, longestTurn, processor, peak, text } = stall;
    if (status < 200 || status > 299) throw new Error(`${name}: ${status} ${text}`);
    const mega = (count: number) => `${Math.round(count / 1e6).toLocaleString('en')} MB`;
    figures.push({
      case: `Small call beside the long call "${name}"`,
      what: 'longest answer time',
      value: longestAnswer,
      unit: 'ms',
      target: { max: 50 },
      note: `turn of the event loop at most ${longestTurn.toFixed(0)} ms; ${(processor / 1_000).toFixed(1)} s of processor time, answer of ${mega(bytes)}, RSS at most ${mega(peak)}`,
      raw: stall,
    });
  }
  return figures;
};

async function* measureAll(sizes: readonly StallOptions[]): AsyncGenerator<Stall> {
  for (const size of sizes) yield* measureStalls(size);
}
