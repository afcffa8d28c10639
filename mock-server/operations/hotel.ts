import type { RequestOf } from '#contracts';
import { giveConditions } from './conditions.ts';
import { book } from './do-booking.ts';
import type { Call } from './handler.ts';

/** GetBookingConditions of hotels. */
function conditions(request: RequestOf<'hotel.getBookingConditions'>, call: Call) {
  const { Token: token, ReToken: reToken, HotelId, RoomIds } = request;
  return giveConditions(
    { product: 'hotel', token, reToken, selection: { item: String(HotelId), units: RoomIds } },
    call,
  );
}

/** RevalidateBookingConditions of hotels: by the ReToken, whatever Token comes with it. */
function revalidation(request: RequestOf<'hotel.revalidateBookingConditions'>, call: Call) {
  const { Token: _, ...rest } = request;
  return conditions(rest, call);
}

/** DoBooking of hotels: rooms with their guests; the payment stands at the top or in a room. */
function booking(request: RequestOf<'hotel.doBooking'>, call: Call) {
  const { Rooms: rooms, Payment } = request;
  const inRoom = rooms.findIndex(room => room.Payment);
  const roomPayment = rooms[inRoom]?.Payment;
  const payment = Payment
    ? { field: 'Payment', value: Payment }
    : roomPayment && { field: `Rooms[${inRoom}].Payment`, value: roomPayment };
  return book(
    {
      product: 'hotel',
      fields: { item: 'HotelId', units: { ids: 'RoomIds', guests: 'Rooms' } },
      token: request.Token,
      bookingId: request.BookingId,
      selection: { item: String(request.HotelId), units: request.RoomIds ?? [] },
      units: rooms.map(({ RoomId, Paxs }, index) => ({
        field: `Rooms[${index}].Paxs`,
        unit: RoomId,
        paxs: Paxs,
      })),
      reference: request.ExternalReference,
      payment,
    },
    call,
  );
}

/** What hotels have of their own between Search and cancellation. */
export const hotelSteps = { conditions, revalidation, booking };
