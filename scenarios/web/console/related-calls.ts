import type { Facts } from '#contracts/control';

/** The maximum number of calls in the story of one booking. */
const maxRelated = 60;

/**
 * Returns the calls that belong to a booking: the calls that name the booking, and the calls whose Tokens led to the booking.
 *
 * @example relatedCalls(calls, '4800178').map(call => call.operation) // ['hotel.search', …, 'getBookingDetail']
 */
export function relatedCalls(calls: readonly Facts[], bookingId: string): readonly Facts[] {
  const tokens = new Set<string>();
  const found: Facts[] = [];
  for (let index = calls.length - 1; index >= 0; index -= 1) {
    const call = calls[index];
    if (!call || !(names(call, bookingId) || touches(call, tokens))) continue;
    for (const token of [call.request.token, call.request.reToken])
      if (token !== undefined) tokens.add(token);
    found.push(call);
  }
  const inOrder = found.reverse();
  // The first calls show how the booking arose, and the last calls show its present state.
  return inOrder.length <= maxRelated
    ? inOrder
    : [...inOrder.slice(0, maxRelated / 2), ...inOrder.slice(-maxRelated / 2)];
}

const names = ({ request, answer }: Facts, bookingId: string): boolean =>
  answer.bookingId === bookingId ||
  request.bookingId === bookingId ||
  (answer.listed?.some(({ id }) => id === bookingId) ?? false);

const touches = ({ request, answer }: Facts, tokens: ReadonlySet<string>): boolean =>
  [request.token, answer.token, answer.reToken].some(token => token !== undefined && tokens.has(token));
