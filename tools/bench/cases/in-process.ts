import { startChild } from '../child.ts';
import { median } from '../median.ts';
import type { Case } from './case.ts';

/** Measures the time from createMockSupplier() to its first answer, without a port. Imports are done before. */
export const inProcess: Case = async ({ quick }) => {
  const raw: number[] = [];
  for (let time = 0; time < (quick ? 3 : 10); time += 1) {
    const child = await startChild(new URL('../servers/in-process.ts', import.meta.url));
    raw.push(await child.ask<number>('first answer'));
    await child.stop();
  }
  return [
    {
      case: 'createMockSupplier()',
      what: 'to first answer, imports not counted',
      value: median(raw),
      unit: 'ms',
      target: { max: 30 },
      note: "Node's own fetch is loaded before",
      raw,
    },
  ];
};
