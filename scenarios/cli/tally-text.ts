import { defaultSandbox } from '#mock-server';
import { columns } from './columns.ts';
import type { Asked, Hit, Tally } from './tally.ts';

/** More would hide the rest. */
const mostBookings = 30;

/**
 * A tally for people.
 *
 * @param heading makes a text stand out
 */
export function tallyText(
  { asked, bookings, faults, forgotten }: Tally,
  heading: (text: string) => string,
): string {
  if (asked.length === 0)
    return [
      heading('Nothing was asked of the supplier.'),
      '',
      '  Does the command take the address from UNDERSTUDY_BASE_URL?',
      ...section(heading('Faults'), faults.map(hitRow)),
    ].join('\n');
  return [
    ...section(heading('Asked of the supplier'), [
      ['Operation', 'Calls', 'Answers'],
      ...asked.map(askedRow),
    ]).slice(1),
    ...(forgotten > 0 ? ['', `  and ${forgotten} earlier calls, which the journal had no room for`] : []),
    ...section(heading('Bookings'), bookingRows(bookings)),
    ...(bookings.length > mostBookings ? [`  and ${bookings.length - mostBookings} more`] : []),
    ...section(heading('Faults'), faults.map(hitRow)),
  ].join('\n');
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', title, '', ...columns(rows)];
}

function askedRow({ operation, calls, answers }: Asked): string[] {
  const shown = [...answers].map(([answer, times]) => (times === 1 ? answer : `${answer} ×${times}`));
  return [operation, String(calls), shown.join(', ')];
}

const named = (id: string, sandbox: string): string =>
  sandbox === defaultSandbox ? id : `${id} in ${sandbox}`;

function bookingRows(bookings: Tally['bookings']): string[][] {
  if (bookings.length === 0) return [];
  const rows = bookings
    .slice(0, mostBookings)
    .flatMap(({ bookingId, sandbox, reference = '', services }) =>
      services.map(({ product, truth, stored, price }) => [
        named(bookingId, sandbox),
        product,
        truth,
        stored,
        `${price.value.toFixed(2)} ${price.currency}`,
        reference,
      ]),
    );
  return [['Booking', 'Service', 'At the supplier', 'As last told', 'Price', 'Reference'], ...rows];
}

function hitRow({ id, sandbox, kind, fired }: Hit): string[] {
  const times = fired === 0 ? 'hit no call' : fired === 1 ? 'hit one call' : `hit ${fired} calls`;
  return [named(id, sandbox), kind, times];
}
