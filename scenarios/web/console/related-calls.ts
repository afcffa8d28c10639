import type { BookingView, Facts } from '#contracts/control';

const maxRelated = 60;

type Booking = Pick<BookingView, 'bookingId' | 'reference' | 'createdAt'>;

/** Also the DoBooking whose lost answer would have named the booking, and the calls whose Tokens led to it. */
export function relatedCalls(calls: readonly Facts[], booking: Booking): readonly Facts[] {
  const tokens = new Set<string>();
  const found = calls.toReversed().filter(call => {
    if (!(names(call, booking) || made(call, booking) || touches(call, tokens))) return false;
    for (const token of [call.request.token, call.request.reToken])
      if (token !== undefined) tokens.add(token);
    return true;
  });
  const inOrder = found.reverse();
  // The first calls show how the booking arose, and the last calls show its present state.
  return inOrder.length <= maxRelated
    ? inOrder
    : [...inOrder.slice(0, maxRelated / 2), ...inOrder.slice(-maxRelated / 2)];
}

function names({ request, answer }: Facts, { bookingId, reference = '' }: Booking): boolean {
  if ([answer.bookingId, request.bookingId].includes(bookingId)) return true;
  if (answer.listed?.some(({ id }) => id === bookingId)) return true;
  return reference !== '' && request.reference === reference;
}

function made(
  { operation, opened, answered, closed, request, answer, faults = [] }: Facts,
  booking: Booking,
): boolean {
  if (!/doBooking/i.test(operation ?? '') || answer.bookingId !== undefined) return false;
  if (request.reference !== booking.reference) return false;
  const created = Date.parse(booking.createdAt);
  const ended = closed?.at ?? answered?.at ?? Number.POSITIVE_INFINITY;
  const tookEffect = faults.some(({ commit = 'never' }) => commit !== 'never');
  return tookEffect && opened.at <= created && created <= ended;
}

const touches = ({ request, answer }: Facts, tokens: ReadonlySet<string>): boolean =>
  [request.token, answer.token, answer.reToken].some(token => token !== undefined && tokens.has(token));
