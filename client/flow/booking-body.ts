import type { BookingPayment, PaymentCondition, Product } from '#contracts';
import { type Conditions, type Shown, toShow } from './conditions.ts';
import { type BookingRequest, type ChosenOffer, putIntoRooms } from './request.ts';

/** What a DoBooking is made from. */
export interface Order {
  readonly request: BookingRequest;
  readonly chosen: ChosenOffer;
  /** What the user agreed to. */
  readonly conditions: Conditions;
}

/** The offer must be paid now, and the request has no card. */
export class PaymentMissingError extends Error {
  override readonly name = 'PaymentMissingError';

  constructor(product: Product) {
    super(
      `this ${product} must be paid now: give the booking request a payment, or choose an offer that can be paid later`,
    );
  }
}

/** The card asks for a number of instalments that the offer does not have. */
export class InstalmentsError extends Error {
  override readonly name = 'InstalmentsError';

  constructor(requested: number | undefined, offered: readonly number[]) {
    super(`the card asks for ${requested} instalments, the offer has ${offered.join(', ') || 'none'}`);
  }
}

/** What a booking is paid by: a card, and the payment conditions of the offer. */
export interface Purchase {
  readonly product: Product;
  readonly payment: BookingRequest['payment'];
  readonly conditions: readonly PaymentCondition[];
  /** DoBooking carries the card, and the supplier charges it then (flow.6). */
  readonly isSent: boolean;
  /** What the user agreed to; unknown after a restart. */
  readonly shown: Shown | undefined;
}

/** Returns the purchase that an order is. */
export const purchaseOf = ({ request, conditions }: Order): Purchase => ({
  product: request.product,
  payment: request.payment,
  conditions: conditions.answer.PaymentConditions ?? [],
  isSent: isChargedAtBooking(conditions),
  shown: toShow(conditions),
});

/**
 * Returns the payment by the condition that has as many instalments as the card.
 *
 * @throws PaymentMissingError without a card, InstalmentsError when the offer has no such condition
 */
export function paymentOf({ payment, conditions, product }: Purchase): BookingPayment {
  if (!payment) throw new PaymentMissingError(product);
  const instalments = payment.CreditCard.NumberPayments;
  const condition = conditions.find(({ Installments }) => Installments === instalments);
  const offered = conditions.map(({ Installments }) => Installments);
  if (!condition) throw new InstalmentsError(instalments, offered);
  return { PaymentConditionId: condition.PaymentConditionId, PaymentRequestCC1: payment };
}

/** Whether DoBooking charges the card (flow.6); a prepaid offer is paid after it. */
const isChargedAtBooking = ({ answer }: Conditions): boolean =>
  answer.CanPayLater === false && answer.IsPrePayment !== true;

/**
 * Returns the body of a DoBooking, without Credential.
 *
 * @param reference the ExternalReference, by which the booking is found when the answer is lost
 * @throws GuestsError, PaymentMissingError, InstalmentsError when the request lacks what the offer needs
 */
export function bookingBody(order: Order, reference: string): object {
  const { request, chosen, conditions } = order;
  const { selection, rooms } = chosen.offer;
  // The payment follows DoBooking, but a request without a card is refused before anything is booked.
  if (conditions.answer.IsPrePayment) paymentOf(purchaseOf(order));
  const common = {
    Token: conditions.token,
    BookingId: request.attachTo ?? '0',
    ExternalReference: reference,
    ...(isChargedAtBooking(conditions) && { Payment: paymentOf(purchaseOf(order)) }),
  };
  if (!('RoomIds' in selection)) return { ...common, ...selection, Paxs: request.guests };
  const guests = putIntoRooms(request.guests, rooms);
  const { HotelId, RoomIds } = selection;
  return { ...common, HotelId, Rooms: RoomIds.map((RoomId, index) => ({ RoomId, Paxs: guests[index] })) };
}
