import type { BookingPayment, Product } from '#contracts';
import type { Given } from './conditions.ts';
import { putIntoRooms } from './guests.ts';
import type { Searched, Wish } from './wish.ts';

/** What a DoBooking is put together from. */
export interface Order {
  readonly wish: Wish;
  readonly searched: Searched;
  readonly given: Given;
  /** The ExternalReference: what the booking is looked up by when the answer is lost. */
  readonly reference: string;
}

/** An offer that has to be paid, and no card to pay it by. */
export class PaymentMissingError extends Error {
  override readonly name = 'PaymentMissingError';

  constructor(product: Product) {
    super(
      `this ${product} has to be paid now: give the wish a payment, or choose an offer that can be paid later`,
    );
  }
}

/** A card that is to be charged in so many instalments, and an offer that knows no such way to pay. */
export class InstalmentsError extends Error {
  override readonly name = 'InstalmentsError';

  constructor(wanted: number | undefined, offered: readonly number[]) {
    super(`the card asks for ${wanted} instalments, and there are ${offered.join(', ') || 'no ways to pay'}`);
  }
}

/** A payment of the wish under one of the conditions that were offered: the one with as many instalments as the card has. */
export function paymentOf({
  wish: { payment, product },
  given,
}: Pick<Order, 'wish' | 'given'>): BookingPayment {
  const { PaymentConditions = [] } = given.answer;
  const wanted = payment?.CreditCard.NumberPayments;
  if (!payment) throw new PaymentMissingError(product);
  const condition = PaymentConditions.find(({ Installments }) => Installments === wanted);
  if (!condition)
    throw new InstalmentsError(
      wanted,
      PaymentConditions.map(({ Installments }) => Installments),
    );
  return { PaymentConditionId: condition.PaymentConditionId, PaymentRequestCC1: payment };
}

/** Whether the card is charged with DoBooking (flow.6); what is prepaid is paid after it. */
const isChargedAtBooking = ({ answer }: Given): boolean =>
  answer.CanPayLater === false && answer.IsPrePayment !== true;

/**
 * The body of a DoBooking, without Credential.
 *
 * @throws GuestsError, PaymentMissingError when the wish lacks what the offer needs
 */
export function bookingBody(order: Order): object {
  const { wish, searched, given, reference } = order;
  const { selection, rooms } = searched.offer;
  // What is paid later needs the card later, but a wish without one is better refused before anything is booked.
  if (given.answer.IsPrePayment) paymentOf(order);
  const common = {
    Token: given.token,
    BookingId: wish.attachTo ?? '0',
    ExternalReference: reference,
    ...(isChargedAtBooking(given) && { Payment: paymentOf(order) }),
  };
  if (!('RoomIds' in selection)) return { ...common, ...selection, Paxs: wish.guests };
  const guests = putIntoRooms(wish.guests, rooms);
  const { HotelId, RoomIds } = selection;
  return { ...common, HotelId, Rooms: RoomIds.map((RoomId, index) => ({ RoomId, Paxs: guests[index] })) };
}
