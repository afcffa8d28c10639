import type { HotelRoomOffer, PaymentCondition, ResponseOf } from '#contracts';
import type { MockSupplierOptions } from '#mock-server';
import { type Answered, bookingBody, type Conditions, testPayment } from './hotel-client.ts';
import { startTrips } from './trip-client.ts';

/** Cards by their result. `unknown` passes the Luhn check and is no test card; `mistyped` does not pass it. */
export const cards = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  pending: '4000000000000077',
  unknown: '4539578763621486',
  mistyped: '4111111111111112',
} as const;

export const plans = {
  prepaid: (room: HotelRoomOffer) => room.IsPrePayment,
  payLater: (room: HotelRoomOffer) => room.CanPayLater && !room.IsPrePayment,
  payNow: (room: HotelRoomOffer) => !room.CanPayLater,
  onRequest: (room: HotelRoomOffer) => room.RestrictionType === 'OnRequest',
};

export interface PaymentChange {
  PaymentConditionId?: unknown;
  card?: object;
  party?: object;
}

/** Returns a payment under a condition, by default with a card that is approved. */
export function paymentOf(condition: PaymentCondition, { card, party, ...rest }: PaymentChange = {}) {
  const { PaymentRequestCC1: request, ...payment } = testPayment(condition);
  const CreditCard = { ...request.CreditCard, ...card };
  const ContractingParty = { ...request.ContractingParty, ...party };
  return { ...payment, ...rest, PaymentRequestCC1: { ContractingParty, CreditCard } };
}

/** The offered payment conditions. The first one is a single payment. */
export function offered({ PaymentConditions = [] }: Conditions): [PaymentCondition, ...PaymentCondition[]] {
  const [first, ...others] = PaymentConditions;
  if (!first) throw new Error('offered: these conditions offer no way to pay');
  return [first, ...others];
}

export function startPaying(options: MockSupplierOptions = {}) {
  const started = startTrips(options);
  const { client, clock } = started;

  /** `payment`: what Payment is sent along; without it an approved card where one is needed. */
  async function book(plan: keyof typeof plans, change: object = {}, payment?: PaymentChange) {
    const search = await client.search({ ReturnOnRequestRooms: plan === 'onRequest' });
    const conditions = await client.conditions(search, { isWanted: plans[plan] });
    const [condition] = offered(conditions);
    const { status, body } = await client.call('hotel.doBooking', {
      ...bookingBody(conditions),
      ...(payment && { Payment: paymentOf(condition, payment) }),
      ...change,
    });
    return { ...body, status, conditions, condition };
  }

  type Booked = Awaited<ReturnType<typeof book>>;
  const pay = (
    { BookingId, condition }: Pick<Booked, 'BookingId' | 'condition'>,
    card: keyof typeof cards = 'approved',
    change: PaymentChange = {},
  ): Promise<Answered<ResponseOf<'payBooking'>>> =>
    client.call('payBooking', {
      BookingId,
      ...paymentOf(condition, { ...change, card: { CardNumber: cards[card], ...change.card } }),
    });
  async function look(id: string) {
    const { Booking } = await client.detail(id);
    if (!Booking) throw new Error(`look: no booking ${id}`);
    return Booking;
  }
  const paymentsOf = async (id: string) => (await look(id)).Payments.map(payment => payment.PaymentStatus);
  const wait = (by: number) => clock.advance({ by });
  return { ...started, book, pay, look, paymentsOf, wait };
}
