import type { BookingView } from '#contracts/control';
import type { Facts } from '#contracts/exchange';
import { bookingsOf, defaultSandbox, type Sandbox, type Sandboxes } from '#mock-server';
import { columns } from './columns.ts';

/** The calls, bookings and faults of all sandboxes. The command `exec` prints a summary of this data. */
export interface Tally {
  readonly calls: readonly { readonly operation: string; readonly result: string }[];
  readonly bookings: readonly (BookingView & { readonly sandbox: string })[];
  /** One entry for each armed fault, and one entry for each call that a fault matched. */
  readonly faults: readonly { readonly name: string; readonly kind: string; readonly fired: number }[];
  /** The number of calls that the journals have dropped to save memory. */
  readonly dropped: number;
}

/**
 * Records the sandboxes of a stand-in, including those that are removed or reset later.
 *
 * @returns a function that returns the current tally
 */
export function createTally(sandboxes: Sandboxes): () => Tally {
  const gone: Tally[] = [];
  sandboxes.onGone(sandbox => gone.push(tallyOf(sandbox)));
  return () => {
    const all = [...gone, ...sandboxes.list().map(tallyOf)];
    return {
      calls: all.flatMap(({ calls }) => calls),
      bookings: all.flatMap(({ bookings }) => bookings),
      faults: all.flatMap(({ faults }) => faults),
      dropped: all.reduce((sum, { dropped }) => sum + dropped, 0),
    };
  };
}

function tallyOf(sandbox: Sandbox): Tally {
  const { identity, journal, faults } = sandbox;
  const facts = journal.read().map(entry => entry.facts);
  const nameOf = (id: string) => named(id, identity.id);
  const armed = faults.list().map(({ id, effect: { kind } }) => ({ name: nameOf(id), kind, fired: 0 }));
  const matched = facts.flatMap(one => one.faults ?? []);
  return {
    calls: facts.map(one => ({ operation: operationOf(one), result: resultOf(one) })),
    bookings: bookingsOf(sandbox).map(booking => ({ ...booking, sandbox: identity.id })),
    faults: [...armed, ...matched.map(({ id, kind }) => ({ name: nameOf(id), kind, fired: 1 }))],
    dropped: journal.lost().facts,
  };
}

const named = (id: string, sandbox: string): string =>
  sandbox === defaultSandbox ? id : `${id} in ${sandbox}`;

const operationOf = ({ operation, tool }: Facts): string =>
  operation ?? (tool ? 'tool server' : 'unknown address');

function resultOf({ status, closed, answer }: Facts): string {
  if (closed === undefined) return 'not answered yet';
  const given = status === undefined ? '' : `${status} `;
  if (closed.ending === 'reset') return `${given}connection cut`;
  if (closed.ending === 'client-gone') return `${given}client gave up`;
  return status === 200 && answer.errors ? '200 with Errors' : String(status);
}

const maxBookings = 30;

/** Formats a tally as text. The function `heading` formats the titles. */
export function tallyText(tally: Tally, heading: (text: string) => string): string {
  const { calls, bookings, dropped } = tally;
  const section = (title: string, rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? [] : ['', heading(title), '', ...columns(rows)];
  const faults = section('Faults', faultRows(tally));
  if (calls.length === 0) return [heading('The supplier received no call.'), ...faults].join('\n');
  return [
    ...section('Calls to the supplier', callRows(tally)).slice(1),
    ...(dropped > 0 ? ['', `  and ${dropped} earlier calls, which the full journal dropped`] : []),
    ...section('Bookings', bookingRows(tally)),
    ...(bookings.length > maxBookings ? [`  and ${bookings.length - maxBookings} more`] : []),
    ...faults,
  ].join('\n');
}

function callRows({ calls }: Tally): string[][] {
  const rows = [...Map.groupBy(calls, ({ operation }) => operation)].map(([operation, own]) => {
    const results = [...Map.groupBy(own, ({ result }) => result)].map(([result, { length }]) =>
      length === 1 ? result : `${result} ×${length}`,
    );
    return [operation, String(own.length), results.join(', ')];
  });
  return [['Operation', 'Calls', 'Answers'], ...rows];
}

function bookingRows({ bookings }: Tally): string[][] {
  const rows = bookings.slice(0, maxBookings).flatMap(({ bookingId, sandbox, reference = '', services }) =>
    services.map(({ product, truth, stored, price: { value, currency } }) => {
      const price = `${value.toFixed(2)} ${currency}`;
      return [named(bookingId, sandbox), product, truth, stored, price, reference];
    }),
  );
  if (bookings.length === 0) return [];
  return [['Booking', 'Service', 'At the supplier', 'Last reported', 'Price', 'Reference'], ...rows];
}

const faultRows = ({ faults }: Tally): string[][] =>
  [...Map.groupBy(faults, ({ name }) => name)].map(([name, hits]) => {
    const fired = hits.reduce((sum, hit) => sum + hit.fired, 0);
    const times =
      fired === 0 ? 'matched no call' : fired === 1 ? 'matched one call' : `matched ${fired} calls`;
    return [name, hits[0]?.kind ?? '', times];
  });
