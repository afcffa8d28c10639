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

const maxSearches = 3;

export async function search(state: Searching, context: Context): Promise<Next<'searching'>> {
  const { request, searches } = state;
  const { call, signal, username } = context;
  if (searches === maxSearches) return ended({ outcome: 'unavailable', reasons: [] });
  // Guests that do not fit the rooms must fail before a call is sent.
  if (request.product === 'hotel') putIntoRooms(request.guests, occupanciesOf(request.criteria));
  const criteria = { Criteria: request.criteria } as never; // `criteria` belongs to the product of the request
  const { answer, at } = await call(`${request.product}.search`, criteria, { signal });
  const choose = (request.choose ?? (([first]) => first)) as (list: readonly Offer[]) => Offer | undefined; // for offers of this product
  const offer = await abortable(Promise.resolve(choose(offersOf(request, answer))), signal);
  if (!offer) return ended({ outcome: 'unavailable', reasons: answer.Errors });
  checkChosen(offer, request.product);
  const chosen: ChosenOffer = { offer, token: answer.Token, reToken: answer.ReToken, at };
  const quoting = { ...state, kind: 'quoting', searches: searches + 1, chosen, late: 0 } as const;
  if (referenceKey(request, username) !== undefined) return quoting; // the ledger was checked before the Search
  const key = requestKey(request, username, chosen);
  return { kind: 'recalling', key, payment: request.payment, fallback: quoting };
}

type AnswerOf<P extends Product> = ResponseOf<`${P}.search`>;

/** The answer belongs to the product, so the type assertions are safe. */
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
  return (answer as AnswerOf<'tour'>).Tours.flatMap(tour =>
    tour.AvailableDates.map(ServiceDate =>
      offerOf('tour', `${tour.TourName}, ${ServiceDate}`, { TourId: tour.TourId, ServiceDate }, tour),
    ),
  );
}

type RoomOffer = AnswerOf<'hotel'>['Hotels'][number]['Rooms'][number];
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

/** The total and the policies of an offer are for all rooms with these guests. */
function priceOf({ Quantity, SellingPricePerRoom, TotalSellingPrice }: RoomOffer, count: number): Money {
  return count === Quantity ? TotalSellingPrice : sum(new Array<Money>(count).fill(SellingPricePerRoom));
}

/** In cents, because 0.1 + 0.2 is not exact. */
function sum(prices: readonly Money[]): Money {
  const cents = prices.reduce((total, { Value }) => total + Math.round(Value * 100), 0);
  return { Value: cents / 100, Currency: prices[0]?.Currency ?? '' };
}

function sumPolicies(rooms: ReadonlyMap<RoomOffer, number>): OfferFields['CancellationPolicies'] {
  const windows = Map.groupBy(
    [...rooms].flatMap(
      ([{ Quantity, CancellationPolicies }, count]) =>
        CancellationPolicies.map(policy => ({ ...policy, Value: (policy.Value / (Quantity || 1)) * count })), // the contract does not forbid 0
    ),
    ({ StartDate, EndDate, Currency }) => JSON.stringify([StartDate, EndDate, Currency]),
  );
  return [...windows.values()].flatMap(list => {
    const [first] = list;
    return first ? [{ ...first, Value: sum(list).Value }] : [];
  });
}

const inOrder = (ages: readonly number[]): string => [...ages].sort((a, b) => a - b).join();

/** One room for each requested room, all of one hotel, with the same payment flags and currency (flow.7). Offer n has the n-th room that fits. */
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
        const counts = new Map(
          [...Map.groupBy(chosen, room => room)].map(([room, { length }]) => [room, length]),
        );
        const price = sum([...counts].map(([room, count]) => priceOf(room, count)));
        return { ...offer, price, policies: sumPolicies(counts), rooms: requested };
      });
    });
  });
}
