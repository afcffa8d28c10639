import type { Money, Product, ResponseOf } from '#contracts';
import { abortable } from '../abortable.ts';
import type { Context } from './context.ts';
import {
  type BookingRequest,
  type ChosenOffer,
  type Occupancy,
  type Offer,
  occupanciesOf,
  putIntoRooms,
  referenceKey,
  requestKey,
} from './request.ts';
import { ended, type Next, type Searching } from './states.ts';

/** A ReToken can expire again while the user thinks. */
const maxSearches = 3;

/** Searches, and has the request choose an offer (svc.1). */
export async function search(state: Searching, context: Context): Promise<Next<'searching'>> {
  const { request, searches } = state;
  const { call, signal, username } = context;
  if (searches === maxSearches) return ended({ outcome: 'unavailable', reasons: [] });
  // Guests that do not fit are refused before anything is sent.
  if (request.product === 'hotel') putIntoRooms(request.guests, occupanciesOf(request.criteria));
  const criteria = { Criteria: request.criteria } as never; // the criteria of this very product
  const { answer, at } = await call(`${request.product}.search`, criteria, { signal });
  const choose = (request.choose ?? (([first]) => first)) as (list: readonly Offer[]) => Offer | undefined; // of this very product
  const offer = await abortable(Promise.resolve(choose(offersOf(request, answer))), signal);
  if (!offer) return ended({ outcome: 'unavailable', reasons: answer.Errors });
  const chosen: ChosenOffer = { offer, token: answer.Token, reToken: answer.ReToken, at };
  const quoting = { ...state, kind: 'quoting', searches: searches + 1, chosen, late: 0 } as const;
  if (referenceKey(request, username) !== undefined) return quoting; // it was recalled before the Search
  const key = requestKey(request, username, chosen);
  return { kind: 'recalling', key, payment: request.payment, otherwise: quoting };
}

function offersOf(request: BookingRequest, answer: ResponseOf<`${Product}.search`>): Offer[] {
  if (request.product === 'hotel')
    return hotelOffers(answer as AnswerOf<'hotel'>, occupanciesOf(request.criteria)); // what its Search gave
  if (request.product === 'car') return carOffers(answer as AnswerOf<'car'>);
  if (request.product === 'transfer') return transferOffers(answer as AnswerOf<'transfer'>);
  return tourOffers(answer as AnswerOf<'tour'>);
}

type AnswerOf<P extends Product> = ResponseOf<`${P}.search`>;
type RoomOffer = AnswerOf<'hotel'>['Hotels'][number]['Rooms'][number];
type Flags = Pick<
  RoomOffer,
  | 'RestrictionType'
  | 'IsPrePayment'
  | 'CanPayLater'
  | 'CancellationPolicies'
  | 'PropertyTaxes'
  | 'MoreInformation'
>;

const readFlags = (flags: Flags) => ({
  restrictionType: flags.RestrictionType,
  isPrePayment: flags.IsPrePayment,
  canPayLater: flags.CanPayLater,
  policies: flags.CancellationPolicies,
  taxes: flags.PropertyTaxes ?? [],
  moreInformation: flags.MoreInformation,
});

/** Adds cents, because binary fractions would not add up. */
function sum(prices: readonly Money[]): Money {
  const cents = prices.reduce((total, { Value }) => total + Math.round(Value * 100), 0);
  return { Value: cents / 100, Currency: prices[0]?.Currency ?? '' };
}

const inOrder = (ages: readonly number[]): string => [...ages].sort((a, b) => a - b).join();
const sameAges = (a: readonly number[], b: readonly number[]): boolean => inOrder(a) === inOrder(b);

/**
 * Returns the offers of a hotel Search: for each hotel, way to pay and currency the rooms that fit. One requested room gives
 * one offer for each fitting room; several requested rooms give the first fitting room of each, then the second, and so on.
 * Rooms in two currencies make no offer, because they have no common price (flow.7).
 */
export function hotelOffers(
  { Hotels }: AnswerOf<'hotel'>,
  requested: readonly Occupancy[],
): Offer<'hotel'>[] {
  return Hotels.flatMap(hotel => {
    const kinds = new Map<string, RoomOffer[]>();
    for (const room of hotel.Rooms.filter(({ IsAvailable }) => IsAvailable)) {
      const { RestrictionType, IsPrePayment, CanPayLater, TotalSellingPrice } = room;
      const kind = JSON.stringify([RestrictionType, IsPrePayment, CanPayLater, TotalSellingPrice.Currency]);
      kinds.set(kind, [...(kinds.get(kind) ?? []), room]);
    }
    return [...kinds.values()].flatMap(rooms => {
      const fitting = requested.map(({ adults, childAges }) =>
        rooms.filter(room => room.NumAdults === adults && sameAges(room.ChildAges, childAges)),
      );
      if (fitting.some(fits => fits.length === 0)) return [];
      const max = Math.max(0, ...fitting.map(fits => fits.length));
      return Array.from({ length: max }, (_, index) => {
        const found = fitting.flatMap(fits => fits[Math.min(index, fits.length - 1)] ?? []);
        return hotelOffer(hotel, found, requested);
      });
    });
  });
}

function hotelOffer(
  { HotelId, Name }: AnswerOf<'hotel'>['Hotels'][number],
  fitting: readonly RoomOffer[],
  requested: readonly Occupancy[],
): Offer<'hotel'> {
  const [first] = fitting;
  if (!first) throw new Error('hotelOffer: a hotel offer has a room');
  return {
    product: 'hotel',
    name: `${Name}: ${first.RoomDescription}`,
    selection: { HotelId, RoomIds: fitting.map(({ Id }) => Id) },
    price: sum(fitting.map(({ TotalSellingPrice }) => TotalSellingPrice)),
    ...readFlags(first),
    rooms: requested,
  };
}

const carOffers = ({ Cars }: AnswerOf<'car'>): Offer<'car'>[] =>
  Cars.map(car => ({
    product: 'car',
    name: car.CarModel,
    selection: { CarId: car.CarId },
    price: car.TotalSellingPrice,
    ...readFlags(car),
    rooms: [],
  }));

const transferOffers = ({ Transfers }: AnswerOf<'transfer'>): Offer<'transfer'>[] =>
  Transfers.map(transfer => ({
    product: 'transfer',
    name: transfer.TransferName,
    selection: { TransferId: transfer.TransferId },
    price: transfer.TotalSellingPrice,
    ...readFlags(transfer),
    rooms: [],
  }));

/** Each date of a tour is one offer. */
const tourOffers = ({ Tours }: AnswerOf<'tour'>): Offer<'tour'>[] =>
  Tours.flatMap(tour =>
    tour.AvailableDates.map(ServiceDate => ({
      product: 'tour' as const,
      name: `${tour.TourName}, ${ServiceDate}`,
      selection: { TourId: tour.TourId, ServiceDate },
      price: tour.TotalSellingPrice,
      ...readFlags(tour),
      rooms: [],
    })),
  );
