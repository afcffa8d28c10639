import { bookOnce, startUnderstudy } from '../beside.ts';
import type { Child } from '../child.ts';
import { alternate, perSecond, ratio } from '../rounds.ts';
import type { Memory } from '../servers/answer-parent.ts';
import type { Case } from './case.ts';

async function fill(server: Child, bookings: number): Promise<{ ids: string[]; perBooking: number }> {
  await bookOnce(server);
  const before = await server.ask<Memory>({ ask: 'rss' });
  const ids = await server.ask<string[]>({ bookings });
  const after = await server.ask<Memory>({ ask: 'rss' });
  return { ids, perBooking: (after.rss - before.rss) / bookings };
}

/** Compares a look-up among a million bookings with one among a thousand, and measures the memory per booking. */
export const manyBookings: Case = async budget => {
  const large = budget.quick ? 200_000 : 1_000_000;
  const name = `GetBookingDetail, 1,000 and ${large.toLocaleString('en')} bookings`;
  const [few, many] = await Promise.all([startUnderstudy(['--expose-gc']), startUnderstudy(['--expose-gc'])]);
  try {
    const [small, big] = [await fill(few, 1_000), await fill(many, large)];
    const loads = { few: small.ids, many: big.ids };
    const paces = await alternate(
      {
        servers: { few, many },
        plan: (_, server) => ({ kind: 'details', ids: loads[server as 'few'] }),
        requests: 20_000,
      },
      budget,
    );
    return [
      {
        case: name,
        what: 'time beside that at 1,000',
        value: ratio(paces.few, paces.many),
        unit: '×',
        target: { max: 1.3 },
        note: `${perSecond(paces.few)} and ${perSecond(paces.many)} requests/s`,
        raw: paces,
      },
      {
        case: name,
        what: 'memory of a booking (RSS)',
        value: big.perBooking,
        unit: 'bytes',
        target: { max: 2_048 },
        note: 'after the garbage collector, before the load',
      },
    ];
  } finally {
    await Promise.all([few.stop(), many.stop()]);
  }
};
