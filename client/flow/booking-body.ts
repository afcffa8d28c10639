import type { BookingPayment, PaymentCondition, Product } from '#contracts';
import type { Given } from './conditions.ts';
import { type Shown, toShow } from './consent.ts';
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

/** What there is to pay by: a card, and the ways to pay that were offered. */
export interface Purchase {
  readonly product: Product;
  readonly payment: Wish['payment'];
  readonly conditions: readonly PaymentCondition[];
  /** The card was sent with DoBooking, which charges it then (flow.6). */
  readonly isSent: boolean;
  /** What the user agreed to; not known after a restart. */
  readonly shown: Shown | undefined;
}

/** The purchase that an order is. */
export const purchaseOf = ({ wish, given }: Pick<Order, 'wish' | 'given'>): Purchase => ({
  product: wish.product,
  payment: wish.payment,
  conditions: given.answer.PaymentConditions ?? [],
  isSent: isChargedAtBooking(given),
  shown: toShow(given),
});

/**
 * A payment under one of the conditions that were offered: the one with as many instalments as the card has.
 *
 * @throws PaymentMissingError without a card, InstalmentsError when nothing of the kind was offered
 */
export function paymentOf({ payment, conditions, product }: Purchase): BookingPayment {
  const wanted = payment?.CreditCard.NumberPayments;
  if (!payment) throw new PaymentMissingError(product);
  const condition = conditions.find(({ Installments }) => Installments === wanted);
  if (!condition)
    throw new InstalmentsError(
      wanted,
      conditions.map(({ Installments }) => Installments),
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
  if (given.answer.IsPrePayment) paymentOf(purchaseOf(order));
  const common = {
    Token: given.token,
    BookingId: wish.attachTo ?? '0',
    ExternalReference: reference,
    ...(isChargedAtBooking(given) && { Payment: paymentOf(purchaseOf(order)) }),
  };
  if (!('RoomIds' in selection)) return { ...common, ...selection, Paxs: wish.guests };
  const guests = putIntoRooms(wish.guests, rooms);
  const { HotelId, RoomIds } = selection;
  return { ...common, HotelId, Rooms: RoomIds.map((RoomId, index) => ({ RoomId, Paxs: guests[index] })) };
}
