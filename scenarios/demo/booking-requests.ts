import type { BookingRequest, Offer } from '#client';

// All dates are about a month after the start of the demo's clock.

const guests = [
  { Name: 'Ana', Surname: 'Souza', Age: 34 },
  { Name: 'Rui', Surname: 'Souza', Age: 36 },
];
const airport = { LocationCode: 'SSA', LocationType: 'Airport' } as const;

type Flags = Pick<Offer, 'restrictionType' | 'isPrePayment' | 'canPayLater'>;
const isSimple = (offer: Flags): boolean =>
  offer.restrictionType === 'CanBook' && !offer.isPrePayment && offer.canPayLater;

/** A test card that the stand-in accepts. */
const payment = {
  ContractingParty: {
    PersonName: 'Ana Souza',
    CPF: '11144477735',
    Email: 'ana@example.com',
    PhoneDDD: '71',
    PhoneNumber: '30000000',
    Address: 'Rua Um, 1',
    CityName: 'Salvador',
    CountryCode: 'BR',
  },
  CreditCard: {
    Holder: 'ANA SOUZA',
    CardNumber: '4111111111111111',
    MonthExpiration: '12',
    YearExpiration: '2029',
    SecurityCode: '123',
    NumberPayments: 1,
  },
};

/** A request for two nights in Salvador. The client chooses the first room that can be booked now and paid later. */
export const hotel = {
  product: 'hotel',
  criteria: {
    DestinationId: '1003',
    CheckinDate: '2027-01-10',
    CheckoutDate: '2027-01-12',
    SearchRooms: [{ NumAdults: 2 }],
    Nationality: 'BR',
    ReturnOnRequestRooms: true,
  },
  guests,
  choose: (offers: readonly Offer<'hotel'>[]) => offers.find(isSimple),
} satisfies BookingRequest;

/** A request for two nights in Salvador. The client chooses a room that the hotel must confirm first. */
export const onRequest = {
  ...hotel,
  choose: (offers: readonly Offer<'hotel'>[]) =>
    offers.find(({ restrictionType }) => restrictionType === 'OnRequest'),
} satisfies BookingRequest;

/** Requests for a car, a transfer and a tour. Car and transfer can be paid later; the tour is paid when it is booked. */
export const others: readonly BookingRequest[] = [
  {
    product: 'car',
    criteria: {
      Pickup: { ...airport, Date: '2027-01-10', Time: '15:00' },
      Dropoff: { ...airport, Date: '2027-01-12', Time: '13:00' },
    },
    guests: guests.slice(0, 1),
    choose: offers => offers.find(isSimple),
  },
  {
    product: 'transfer',
    criteria: {
      Pickup: airport,
      Dropoff: { LocationCode: '1003', LocationType: 'Destination' },
      ServiceDate: '2027-01-10',
      Time: '15:30',
      NumberOfAdults: 2,
    },
    guests,
    choose: offers => offers.find(isSimple),
  },
  {
    product: 'tour',
    criteria: {
      DestinationId: '1003',
      InitialServiceDate: '2027-01-10',
      FinalServiceDate: '2027-01-12',
      NumberOfAdults: 2,
    },
    guests,
    payment,
    // The client chooses an offer that has the field MoreInformation and must be paid when it is booked.
    choose: offers => offers.find(offer => offer.moreInformation !== undefined && !offer.canPayLater),
  },
];
