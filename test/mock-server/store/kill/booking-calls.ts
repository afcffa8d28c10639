import type { ServiceStatus } from '#contracts';
import type { HotelClient } from '../../hotel-client.ts';
import { type Control, sandboxId } from './addresses.ts';
import type { BookingHistory, History } from './history.ts';

export interface Caller {
  readonly client: HotelClient;
  readonly control: Control;
  readonly history: History;
}

/** Returns the calls for a booking. Each function throws an Error for a status that the server must not answer. */
export function callsFor(booking: BookingHistory, { client, control, history }: Caller) {
  const BookingId = booking.bookingId ?? '';
  const shownBy = async (answered: ReturnType<typeof client.call<'getBooking' | 'getBookingDetail'>>) => {
    const { status, body, text } = await answered;
    if (status === 404) return { output: 'refused' };
    if (status !== 200) throw new Error(`a look-up was answered ${status}: ${text}`);
    if (!body.Booking) return { output: 'absent' };
    const { bookingStatus, Status, Payments } = body.Booking;
    const approved = Payments.filter(({ PaymentStatus }) => PaymentStatus === 'Approved');
    return { output: `${bookingStatus} ${Status}, ${approved.length} charges` };
  };
  return {
    book: () =>
      history.record(booking, { call: 'book', status: booking.status }, () => book(booking, client)),
    find: () =>
      history.record(booking, { call: 'find' }, () =>
        shownBy(client.call('getBooking', { ExternalReference: booking.reference })),
      ),
    look: () =>
      history.record(booking, { call: 'look' }, () =>
        shownBy(client.call('getBookingDetail', { BookingId })),
      ),
    pay: () =>
      history.record(booking, { call: 'pay' }, async () => {
        const { status, body } = await client.call('payBooking', { BookingId, ...booking.payment });
        return { output: outputOf(status, body.PaymentStatus === 'Approved' ? 'approved' : 'not approved') };
      }),
    cancel: () =>
      history.record(booking, { call: 'cancel' }, async () => {
        const { status, body } = await client.call('cancelBooking', { BookingId });
        return { output: outputOf(status, body.Errors?.length ? 'refused' : 'cancelled') };
      }),
    decide: (status: ServiceStatus) =>
      history.record(booking, { call: 'decide', status }, async () => {
        const call = { id: sandboxId, bookingId: BookingId, body: { status } };
        return { output: outputOf((await control.send('decideBooking', call)).status, 'decided') };
      }),
  };
}

export type BookingCalls = ReturnType<typeof callsFor>;

async function book(booking: BookingHistory, client: HotelClient) {
  const { status, body, text, headers } = await client.call('hotel.doBooking', booking.body, {
    headers: { 'idempotency-key': booking.idempotencyKey },
  });
  if (status === 200) Object.assign(booking, { book: 'answered', bookingId: body.BookingId });
  const output = outputOf(status, `${body.bookingStatus} ${body.Status}`);
  return { output, status, text, exchange: Number(headers.get('x-understudy-exchange')) };
}

/** Returns the short form of an answer. A server error is no refusal. */
function outputOf(status: number, output: string): string {
  if (status >= 500) return `status ${status}`;
  return status === 200 ? output : 'refused';
}
