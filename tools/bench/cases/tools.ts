import { startUnderstudy } from '../beside.ts';
import { median } from '../median.ts';
import { alternate, cpuMicros } from '../rounds.ts';
import type { Case } from './case.ts';

/** Measures calls of the four tools in turn. */
export const tools: Case = async budget => {
  const understudy = await startUnderstudy();
  try {
    const plan = () => ({ kind: 'tools' as const });
    const { understudy: pace } = await alternate({ servers: { understudy }, plan, requests: 20_000 }, budget);
    return [
      {
        case: 'tools',
        what: 'tools/call at /mcp',
        value: median(pace?.perSecond ?? []),
        unit: 'requests/s',
        target: { min: 2_000 },
        note: `processor ${cpuMicros(pace)} µs a request`,
        raw: pace,
      },
    ];
  } finally {
    await understudy.stop();
  }
};
