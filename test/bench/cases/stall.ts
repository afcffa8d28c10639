import { measureStalls } from '../stall/stall.ts';
import type { Case } from './case.ts';

/** Measures how long a small call to one sandbox waits for a long call to another sandbox. */
export const stalls: Case = async ({ quick }) => {
  const size = quick ? { bookings: 20_000, exchanges: 10_000 } : { bookings: 250_000, exchanges: 100_000 };
  const figures = [];
  for await (const stall of measureStalls(size)) {
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
