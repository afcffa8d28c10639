import type { CancellationPolicy, Money, Product, PropertyTax, RequestOf, ResponseOf } from '#contracts';

/** The fields by which an offer is named to the supplier, product by product. */
export interface Selections {
  hotel: Pick<RequestOf<'hotel.getBookingConditions'>, 'HotelId' | 'RoomIds'>;
  car: Pick<RequestOf<'car.getBookingConditions'>, 'CarId'>;
  transfer: Pick<RequestOf<'transfer.getBookingConditions'>, 'TransferId'>;
  tour: Pick<RequestOf<'tour.getBookingConditions'>, 'TourId' | 'ServiceDate'>;
}

/** What is offered for a whole wish: of a hotel, a room for each that was asked for. */
export interface Offer<P extends Product = Product> {
  readonly product: P;
  readonly name: string;
  readonly selection: Selections[P];
  /** For everything together, in the currency of the offer. */
  readonly price: Money;
  readonly restrictionType: 'CanBook' | 'OnRequest';
  readonly isPrePayment: boolean;
  readonly canPayLater: boolean;
  readonly policies: readonly CancellationPolicy[];
  readonly taxes: readonly PropertyTax[];
  readonly moreInformation: string | undefined;
  /** For a hotel, who sleeps in each room, in the order of RoomIds. */
  readonly rooms: readonly Occupancy[];
}

/** Who one room is for. */
export interface Occupancy {
  readonly adults: number;
  readonly childAges: readonly number[];
}

type Searched<P extends Product> = ResponseOf<`${P}.search`>;
type RoomOffer = Searched<'hotel'>['Hotels'][number]['Rooms'][number];
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

/** The sum of amounts of one currency, counted in cents: binary fractions would not add up. */
function sum(prices: readonly Money[]): Money {
  const cents = prices.reduce((total, { Value }) => total + Math.round(Value * 100), 0);
  return { Value: cents / 100, Currency: prices[0]?.Currency ?? '' };
}

const inOrder = (ages: readonly number[]): string => [...ages].sort((a, b) => a - b).join();
const sameAges = (a: readonly number[], b: readonly number[]): boolean => inOrder(a) === inOrder(b);

/**
 * The offers of a hotel Search: for each hotel, each way to pay and each currency, the rooms that fit: one offer for each when
 * one is wanted; of several that are wanted the first of each, then the second, and so on. Rooms in two currencies are no offer together, as they have no price together (flow.7).
 */
export function hotelOffers({ Hotels }: Searched<'hotel'>, wanted: readonly Occupancy[]): Offer<'hotel'>[] {
  return Hotels.flatMap(hotel => {
    const kinds = new Map<string, RoomOffer[]>();
    for (const room of hotel.Rooms.filter(({ IsAvailable }) => IsAvailable)) {
      const { RestrictionType, IsPrePayment, CanPayLater, TotalSellingPrice } = room;
      const kind = JSON.stringify([RestrictionType, IsPrePayment, CanPayLater, TotalSellingPrice.Currency]);
      kinds.set(kind, [...(kinds.get(kind) ?? []), room]);
    }
    return [...kinds.values()].flatMap(rooms => {
      const fitting = wanted.map(({ adults, childAges }) =>
        rooms.filter(room => room.NumAdults === adults && sameAges(room.ChildAges, childAges)),
      );
      if (fitting.some(fits => fits.length === 0)) return [];
      const most = Math.max(0, ...fitting.map(fits => fits.length));
      return Array.from({ length: most }, (_, index) => {
        const found = fitting.flatMap(fits => fits[Math.min(index, fits.length - 1)] ?? []);
        return hotelOffer(hotel, found, wanted);
      });
    });
  });
}

function hotelOffer(
  { HotelId, Name }: Searched<'hotel'>['Hotels'][number],
  found: readonly RoomOffer[],
  wanted: readonly Occupancy[],
): Offer<'hotel'> {
  const [first] = found;
  if (!first) throw new Error('hotelOffer: a hotel offer has a room');
  return {
    product: 'hotel',
    name: `${Name}: ${first.RoomDescription}`,
    selection: { HotelId, RoomIds: found.map(({ Id }) => Id) },
    price: sum(found.map(({ TotalSellingPrice }) => TotalSellingPrice)),
    ...readFlags(first),
    rooms: wanted,
  };
}

export const carOffers = ({ Cars }: Searched<'car'>): Offer<'car'>[] =>
  Cars.map(car => ({
    product: 'car',
    name: car.CarModel,
    selection: { CarId: car.CarId },
    price: car.TotalSellingPrice,
    ...readFlags(car),
    rooms: [],
  }));

export const transferOffers = ({ Transfers }: Searched<'transfer'>): Offer<'transfer'>[] =>
  Transfers.map(transfer => ({
    product: 'transfer',
    name: transfer.TransferName,
    selection: { TransferId: transfer.TransferId },
    price: transfer.TotalSellingPrice,
    ...readFlags(transfer),
    rooms: [],
  }));

/** A tour is offered once for each of its dates. */
export const tourOffers = ({ Tours }: Searched<'tour'>): Offer<'tour'>[] =>
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
