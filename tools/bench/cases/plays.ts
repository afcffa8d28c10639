import { startUnderstudy } from '../beside.ts';
import { startChild } from '../child.ts';
import { alternate, cpuMicros, perSecond, ratio } from '../rounds.ts';
import type { Case } from './case.ts';

/** Measures how much scenarios of other clients slow down a Search without a scenario. */
export const played: Case = async budget => {
  const [playing, free] = await Promise.all([
    startChild(new URL('../servers/playing.ts', import.meta.url)),
    startUnderstudy(),
  ]);
  try {
    const count = await playing.ask<number>({ plays: 2_000 });
    const plan = () => ({ kind: 'same-search' }) as const;
    const paces = await alternate({ servers: { playing, free }, plan, requests: 20_000 }, budget);
    return [
      {
        case: 'Search, scenarios played by others',
        what: `requests/s with the catalogue and ${count} plays`,
        value: ratio(paces.playing, paces.free),
        unit: '×',
        target: { min: 0.95 },
        note: `${perSecond(paces.playing)} to ${perSecond(paces.free)} requests/s; processor ${cpuMicros(paces.playing)} to ${cpuMicros(paces.free)} µs a request`,
        raw: paces,
      },
    ];
  } finally {
    await Promise.all([playing.stop(), free.stop()]);
  }
};
