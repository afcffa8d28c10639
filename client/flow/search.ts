import type { Money, Product, ResponseOf } from '#contracts';
import { checkChosen } from '../check.ts';
import { abortable } from '../in-flight.ts';
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
import { type Context, ended, type Next, type Searching } from './states.ts';

/** A ReToken can expire again before the user answers. */
const maxSearches = 3;

/** Searches, and lets the request choose an offer (svc.1). */
export async function search(state: Searching, context: Context): Promise<Next<'searching'>> {
  const { request, searches } = state;
  const { call, signal, username } = context;
  if (searches === maxSearches) return ended({ outcome: 'unavailable', reasons: [] });
  // Guests that do not fit are refused before anything is sent.
  if (request.product === 'hotel') putIntoRooms(request.guests, occupanciesOf(request.criteria));
  const criteria = { Criteria: request.criteria } as never; // the criteria of the same product
  const { answer, at } = await call(`${request.product}.search`, criteria, { signal });
  const choose = (request.choose ?? (([first]) => first)) as (list: readonly Offer[]) => Offer | undefined; // of the same product
  const offer = await abortable(Promise.resolve(choose(offersOf(request, answer))), signal);
  if (!offer) return ended({ outcome: 'unavailable', reasons: answer.Errors });
  checkChosen(offer, request.product);
  const chosen: ChosenOffer = { offer, token: answer.Token, reToken: answer.ReToken, at };
  const quoting = { ...state, kind: 'quoting', searches: searches + 1, chosen, late: 0 } as const;
  if (referenceKey(request, username) !== undefined) return quoting; // it was recalled before the Search
  const key = requestKey(request, username, chosen);
  return { kind: 'recalling', key, payment: request.payment, otherwise: quoting };
}

type AnswerOf<P extends Product> = ResponseOf<`${P}.search`>;

/** Returns the offers of an answer. Each `as` names the answer to the Search of the request's product. */
function offersOf(request: BookingRequest, answer: AnswerOf<Product>): Offer[] {
  if (request.product === 'hotel')
    return hotelOffers(answer as AnswerOf<'hotel'>, occupanciesOf(request.criteria));
  if (request.product === 'car')
    return (answer as AnswerOf<'car'>).Cars.map(car =>
      offerOf('car', car.CarModel, { CarId: car.CarId }, car),
    );
  if (request.product === 'transfer')
    return (answer as AnswerOf<'transfer'>).Transfers.map(transfer =>
      offerOf('transfer', transfer.TransferName, { TransferId: transfer.TransferId }, transfer),
    );
  // Each date of a tour is one offer.
  return (answer as AnswerOf<'tour'>).Tours.flatMap(tour =>
    tour.AvailableDates.map(ServiceDate =>
      offerOf('tour', `${tour.TourName}, ${ServiceDate}`, { TourId: tour.TourId, ServiceDate }, tour),
    ),
  );
}

type RoomOffer = AnswerOf<'hotel'>['Hotels'][number]['Rooms'][number];
/** The fields that the offers of all products have. */
type OfferFields = Pick<
  RoomOffer,
  | 'RestrictionType'
  | 'IsPrePayment'
  | 'CanPayLater'
  | 'CancellationPolicies'
  | 'PropertyTaxes'
  | 'MoreInformation'
  | 'TotalSellingPrice'
>;

const offerOf = <P extends Product>(
  product: P,
  name: string,
  selection: Offer<P>['selection'],
  fields: OfferFields,
): Offer<P> => ({
  product,
  name,
  selection,
  price: fields.TotalSellingPrice,
  restrictionType: fields.RestrictionType,
  isPrePayment: fields.IsPrePayment,
  canPayLater: fields.CanPayLater,
  policies: fields.CancellationPolicies,
  taxes: fields.PropertyTaxes ?? [],
  moreInformation: fields.MoreInformation,
  rooms: [],
});

/** Adds cents, because binary fractions would not add up. */
function sum(prices: readonly Money[]): Money {
  const cents = prices.reduce((total, { Value }) => total + Math.round(Value * 100), 0);
  return { Value: cents / 100, Currency: prices[0]?.Currency ?? '' };
}

const inOrder = (ages: readonly number[]): string => [...ages].sort((a, b) => a - b).join();

/**
 * Returns the offers of a hotel Search: for each hotel, way to pay and currency the rooms that fit. One requested room gives
 * one offer for each fitting room. Several requested rooms give the first fitting room of each, then the second, and so on.
 * Rooms in two currencies make no offer, because they have no common price (flow.7).
 */
export function hotelOffers(
  { Hotels }: AnswerOf<'hotel'>,
  requested: readonly Occupancy[],
): Offer<'hotel'>[] {
  return Hotels.flatMap(({ HotelId, Name, Rooms }) => {
    const available = Rooms.filter(({ IsAvailable }) => IsAvailable);
    const groups = Map.groupBy(
      available,
      ({ RestrictionType, IsPrePayment, CanPayLater, TotalSellingPrice }) =>
        JSON.stringify([RestrictionType, IsPrePayment, CanPayLater, TotalSellingPrice.Currency]),
    );
    return [...groups.values()].flatMap(rooms => {
      const fitting = requested.map(({ adults, childAges }) =>
        rooms.filter(room => room.NumAdults === adults && inOrder(room.ChildAges) === inOrder(childAges)),
      );
      if (fitting.some(fits => fits.length === 0)) return [];
      const max = Math.max(0, ...fitting.map(fits => fits.length));
      return [...Array(max).keys()].flatMap(index => {
        const chosen = fitting.flatMap(fits => fits[Math.min(index, fits.length - 1)] ?? []);
        const selection = { HotelId, RoomIds: chosen.map(({ Id }) => Id) };
        const [first] = chosen;
        if (!first) return [];
        const offer = offerOf('hotel', `${Name}: ${first.RoomDescription}`, selection, first);
        const price = sum(chosen.map(({ TotalSellingPrice }) => TotalSellingPrice));
        return { ...offer, price, rooms: requested };
      });
    });
  });
}
