import type { Pax, Product, RequestOf, ResponseOf } from '#contracts';
import { orAborted } from '../or-aborted.ts';
import type { Context } from './context.ts';
import { putIntoRooms } from './guests.ts';
import { carOffers, hotelOffers, type Occupancy, type Offer, tourOffers, transferOffers } from './offer.ts';
import type { Reason } from './reason.ts';

type Payment = RequestOf<'payBooking'>['PaymentRequestCC1'];

/** What every wish says, whatever the product. */
interface Wanted<P extends Product> {
  readonly product: P;
  readonly criteria: RequestOf<`${P}.search`>['Criteria'];
  /** Picks an offer, or none; the first when absent. It may take its time: tokens that grow old meanwhile are renewed. */
  readonly choose?: (offers: readonly Offer<P>[]) => Offer<P> | undefined | Promise<Offer<P> | undefined>;
  /** Everybody who travels; for a hotel, they are put into the rooms by age. */
  readonly guests: readonly Pax[];
  /** Who pays and by which card, where the offer has to be paid now; it is neither logged nor kept. */
  readonly payment?: Payment | undefined;
  /** A trip to add this to. */
  readonly attachTo?: string | undefined;
  /** The caller's own name for this booking: another one makes it another booking of the same stay. */
  readonly reference?: string | undefined;
}

/** A booking that somebody wants. */
export type Wish = { [P in Product]: Wanted<P> }[Product];

/** An answered Search, and the offer that was chosen from it. */
export interface Searched {
  readonly offer: Offer;
  readonly token: string;
  readonly reToken: string;
  /** When the answer had come, epoch milliseconds: what tokens are as old as. */
  readonly at: number;
  /** The Token was used, or may have been. */
  isTokenUsed: boolean;
}

/** What a Search came to when nothing fits, and what its answer says to that. */
export interface NothingFits {
  readonly offer: undefined;
  readonly reasons: readonly Reason[];
}

/** Searches and lets the wish choose (svc.1). */
export async function searchFor(wish: Wish, { call, signal }: Context): Promise<Searched | NothingFits> {
  // Guests that do not fit are better told of before anything is asked.
  if (wish.product === 'hotel') putIntoRooms(wish.guests, roomsOf(wish.criteria));
  const { answer, at } = await call(`${wish.product}.search`, { Criteria: wish.criteria } as never, {
    signal,
  }); // each product's own criteria
  const offers = offersOf(wish, answer);
  const choose = (wish.choose ?? (([first]) => first)) as (list: readonly Offer[]) => Offer | undefined; // the product's own
  const offer = await orAborted(Promise.resolve(choose(offers)), signal);
  if (!offer) return { offer, reasons: answer.Errors };
  return { offer, token: answer.Token, reToken: answer.ReToken, at, isTokenUsed: false };
}

function offersOf(wish: Wish, answer: ResponseOf<`${Product}.search`>): Offer[] {
  if (wish.product === 'hotel')
    return hotelOffers(answer as ResponseOf<'hotel.search'>, roomsOf(wish.criteria)); // what its Search gave
  if (wish.product === 'car') return carOffers(answer as ResponseOf<'car.search'>);
  if (wish.product === 'transfer') return transferOffers(answer as ResponseOf<'transfer.search'>);
  return tourOffers(answer as ResponseOf<'tour.search'>);
}

/** One entry for each room that is wanted. */
function roomsOf({ SearchRooms }: RequestOf<'hotel.search'>['Criteria']): Occupancy[] {
  return SearchRooms.flatMap(({ NumAdults, ChildAges = [], Quantity = 1 }) =>
    new Array<Occupancy>(Quantity).fill({ adults: NumAdults, childAges: ChildAges }),
  );
}
