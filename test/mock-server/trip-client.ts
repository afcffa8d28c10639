import type {
  CarCriteria,
  CarOffer,
  Pax,
  ResponseOf,
  TourCriteria,
  TourOffer,
  TransferCriteria,
  TransferOffer,
} from '#contracts';
import type { MockSupplierOptions } from '#mock-server';
import type { Fetch } from './control/control-client.ts';
import { createHotelClient, type HotelClientOptions, startSupplier, testPayment } from './hotel-client.ts';

/** The products whose offers are single items. */
export const flatProducts = ['car', 'transfer', 'tour'] as const;
export type FlatProduct = (typeof flatProducts)[number];
export type Offer = CarOffer | TransferOffer | TourOffer;

export const carCriteria: CarCriteria = {
  Pickup: { LocationCode: 'GIG', LocationType: 'Airport', Date: '2026-12-10', Time: '13:00' },
  Dropoff: { LocationCode: 'GIG', LocationType: 'Airport', Date: '2026-12-12', Time: '13:00' },
};

export const transferCriteria: TransferCriteria = {
  Pickup: { LocationCode: 'GIG', LocationType: 'Airport' },
  Dropoff: { LocationCode: '1001001', LocationType: 'Hotel' },
  ServiceDate: '2026-12-10',
  Time: '15:30',
  NumberOfAdults: 2,
};

export const tourCriteria: TourCriteria = {
  DestinationId: '1001',
  InitialServiceDate: '2026-12-10',
  FinalServiceDate: '2026-12-12',
  NumberOfAdults: 2,
};

export const twoAdults: Pax[] = [
  { Name: 'Ana', Surname: 'Silva', Age: 34, MainPax: true },
  { Name: 'Bruno', Surname: 'Souza', Age: 35 },
];

const own = {
  car: { criteria: carCriteria, list: 'Cars' },
  transfer: { criteria: transferCriteria, list: 'Transfers' },
  tour: { criteria: tourCriteria, list: 'Tours' },
} as const;

/** Returns the fields that select an offer in conditions and in DoBooking. A tour is booked for its first date. */
export function selectionOf(
  offer: Offer,
): { CarId: string } | { TransferId: string } | { TourId: string; ServiceDate: string } {
  if ('CarId' in offer) return { CarId: String(offer.CarId) };
  if ('TransferId' in offer) return { TransferId: String(offer.TransferId) };
  const { TourId, AvailableDates } = offer as TourOffer; // the third of three
  return { TourId, ServiceDate: AvailableDates[0] ?? '' };
}

export interface Found {
  Token: string;
  ReToken: string;
  offers: Offer[];
}

/** Returns the first offer that can be booked at once and paid later. */
export const isEasy = (offer: Offer): boolean =>
  offer.RestrictionType === 'CanBook' && offer.CanPayLater && !offer.IsPrePayment;

const paymentFor = (conditions: ResponseOf<'car.getBookingConditions'>) => {
  const { CanPayLater, IsPrePayment, PaymentConditions: [condition] = [] } = conditions;
  return CanPayLater || IsPrePayment || !condition ? {} : { Payment: testPayment(condition) };
};

export function createTripClient(fetch: Fetch, options: HotelClientOptions = {}) {
  const client = createHotelClient(fetch, options);
  const { need } = client;

  async function find(product: FlatProduct, change?: object): Promise<Found> {
    const { criteria, list } = own[product];
    const body = await need(`${product}.search`, { Criteria: { ...criteria, ...change } });
    const offers = Reflect.get(body, list) as Offer[]; // the list belongs to the answer
    return { Token: body.Token, ReToken: body.ReToken, offers };
  }

  /** Returns conditions for an offer of a Search, by default the first that is charged later. */
  function validate(
    product: FlatProduct,
    { Token, offers }: Found,
    offer = offers.find(isEasy),
    change?: object,
  ): Promise<ResponseOf<'car.getBookingConditions'>> {
    if (!offer) throw new Error(`validate: no ${product} of this Search is wanted`);
    return need(`${product}.getBookingConditions`, { Token, ...selectionOf(offer), ...change });
  }

  return {
    ...client,
    find,
    validate,
    /** Searches, validates and books. `change` applies to DoBooking, `criteria` to the Search. */
    async bookService(
      product: FlatProduct,
      {
        criteria,
        isWanted = isEasy,
        change,
      }: { criteria?: object; isWanted?: (offer: Offer) => boolean; change?: object } = {},
    ) {
      const found = await find(product, criteria);
      const offer = found.offers.find(isWanted);
      if (!offer) throw new Error(`bookService: no ${product} of this Search is wanted`);
      const conditions = await validate(product, found, offer);
      const order = { Token: conditions.Token, BookingId: '0', Paxs: twoAdults, ...selectionOf(offer) };
      return need(`${product}.doBooking`, { ...order, ...paymentFor(conditions), ...change });
    },
  };
}

/** Like `startSupplier`, without a rate limit, and with a client for all products. */
export function startTrips(options: MockSupplierOptions = {}) {
  const started = startSupplier({ options: { rateLimit: false }, ...options });
  return { ...started, client: createTripClient(started.fetch) };
}
