import type { BookingOutcome, BookingRequest, Client, ClientOptions, Offer } from '#client';
import { testCriteria, testPayment } from '../../mock-server/hotel-client.ts';

export type HotelRequest = Extract<BookingRequest, { product: 'hotel' }>;

const isUsual = (offer: Offer): boolean =>
  offer.restrictionType === 'CanBook' && offer.canPayLater && !offer.isPrePayment;

export const stay: HotelRequest = {
  product: 'hotel',
  criteria: { ...testCriteria, ReturnOnRequestRooms: true },
  guests: [
    { Name: 'Ana', Surname: 'Silva', Age: 34, MainPax: true },
    { Name: 'Bruno', Surname: 'Souza', Age: 34 },
  ],
  choose: offers => offers.find(isUsual),
};

export const stayWhere = (isWanted: (offer: Offer) => boolean): HotelRequest => ({
  ...stay,
  choose: offers => offers.find(isWanted),
  payment: testPayment({ PaymentConditionId: '', Installments: 1 } as never).PaymentRequestCC1, // only its card is used
});

export const prepaid: HotelRequest = stayWhere(offer => offer.isPrePayment);

export const demo = {
  credential: { Username: 'demo', Password: 'demo' },
  // The rate limit is off, because these tests send many bookings at once.
  policies: { rate: { calls: 1_000_000 } },
} satisfies Partial<ClientOptions>;

export const yes = (): boolean => true;

export const book = (client: Client, request: BookingRequest = stay): Promise<BookingOutcome> =>
  client.book(request, yes);
