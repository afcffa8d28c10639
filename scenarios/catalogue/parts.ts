import type { TaskStep } from '#contracts/scenario';

// Shared parts of the tasks in the catalogue. Their dates are a few weeks after the start of the clock.

/** The operations that count as polls (decision 1). */
export const looks = ['getBooking', 'getBookingDetail'] as const;

type BookStep = Extract<TaskStep, { do: 'book' }>;
type HotelStep = Extract<BookStep, { product: 'hotel' }>;

/** A hotel in Rio de Janeiro. */
export const knownHotel = 1001001;
const checkinDate = '2026-12-10';
/** The time zone of all services in the catalogue. */
const zone = 'America/Sao_Paulo';

const people = {
  ana: { Name: 'Ana', Surname: 'Silva', Age: 34, MainPax: true },
  rui: { Name: 'Rui', Surname: 'Silva', Age: 36 },
  eva: { Name: 'Eva', Surname: 'Silva', Age: 7 },
};
/** Two adults and a child of seven. */
const family: HotelStep['guests'] = [people.ana, people.rui, people.eva];
/** The guests of `twoRooms`: three adults and three children. */
export const bigFamily: HotelStep['guests'] = [
  ...family,
  { Name: 'Caio', Surname: 'Silva', Age: 41 },
  { Name: 'Lia', Surname: 'Silva', Age: 1 },
  { Name: 'Ivo', Surname: 'Silva', Age: 11 },
];
/** Two rooms for `bigFamily`. */
export const twoRooms: HotelStep['criteria']['rooms'] = [
  { adults: 2, childAges: [7] },
  { adults: 1, childAges: [1, 11] },
];
/** Guests with a character in a name that suppliers reject. */
export const specialGuests: HotelStep['guests'] = [{ ...people.ana, Name: 'An@' }, people.rui, people.eva];
/** Guests with personal data that must not be logged. */
export const contactGuests: HotelStep['guests'] = [
  { ...people.ana, Email: 'ana@example.com', Cpf: '11144477735' },
  { ...people.rui, Email: 'rui@example.com', DocumentType: 'PASSPORT', DocumentNumber: 'XA123456' },
  people.eva,
];

/** A test card that the stand-in accepts, with its payer. */
export const payment: NonNullable<HotelStep['payment']> = {
  ContractingParty: {
    PersonName: 'Ana Silva',
    CPF: '11144477735',
    Email: 'ana@example.com',
    PhoneDDD: '21',
    PhoneNumber: '30000000',
    Address: 'Rua Um, 1',
    CityName: 'Rio de Janeiro',
    CountryCode: 'BR',
  },
  CreditCard: {
    Holder: 'ANA SILVA',
    CardNumber: '4111111111111111',
    MonthExpiration: '12',
    YearExpiration: '2029',
    SecurityCode: '123',
    NumberPayments: 1,
  },
};

/** How rooms are sold: when they are paid, and whether the hotel must confirm. */
export const sold = {
  flexible: { restrictionType: 'CanBook', isPrePayment: false, canPayLater: true },
  paidAtBooking: { restrictionType: 'CanBook', isPrePayment: false, canPayLater: false },
  prepaid: { restrictionType: 'CanBook', isPrePayment: true },
  onRequest: { restrictionType: 'OnRequest' },
} as const satisfies Record<string, BookStep['choose']>;

/** Creates a step that books a room in Rio for two adults and a child of seven. The room can be paid later. */
export function hotel(change: Partial<HotelStep> = {}): HotelStep {
  return {
    do: 'book',
    product: 'hotel',
    criteria: {
      destination: 'Rio de Janeiro',
      checkinDate,
      nights: 2,
      rooms: [{ adults: 2, childAges: [7] }],
      nationality: 'BR',
    },
    choose: sold.flexible,
    guests: family,
    ...change,
  };
}

/** Creates a step that books a room with payment by card. */
export const paidHotel = (choose: HotelStep['choose']): HotelStep => hotel({ choose, payment });

/** Books a room two days before check-in, when a cancellation has a penalty. */
export const hotelSoon: HotelStep = hotel({
  criteria: { ...hotel().criteria, checkinDate: '2026-11-22' },
});

/** Creates a step that books a room which the hotel must confirm first. */
export function hotelOnRequest(): HotelStep {
  const { criteria } = hotel();
  return hotel({ criteria: { ...criteria, onRequestRooms: true }, choose: sold.onRequest });
}

const airport = { airport: 'GIG' };
const arrival = { date: checkinDate, time: '15:30', zone };

/** Books a car for two days, from and to the airport. */
export const car: BookStep = {
  do: 'book',
  product: 'car',
  criteria: {
    pickup: { at: airport, ...arrival },
    dropoff: { at: airport, date: '2026-12-12', time: '22:00', zone },
  },
  choose: sold.flexible,
  guests: [people.ana],
};

/** Books a transfer from the airport into the city. */
export const transfer: Extract<BookStep, { product: 'transfer' }> = {
  do: 'book',
  product: 'transfer',
  criteria: {
    from: airport,
    to: { destination: 'Rio de Janeiro' },
    ...arrival,
    adults: 2,
    childAges: [7],
  },
  choose: sold.flexible,
  guests: family,
};

/** Books the same transfer and adds it to the booking of the first step. */
export const transferToHotel: BookStep = { ...transfer, attachTo: 0 };

/** Books a tour on one of three days. */
export const tour: BookStep = {
  do: 'book',
  product: 'tour',
  criteria: { destination: 'Rio de Janeiro', from: checkinDate, to: '2026-12-12', adults: 2, childAges: [7] },
  choose: sold.flexible,
  guests: family,
};

/** Cancels the whole trip of a step. */
export const cancelTrip: Extract<TaskStep, { do: 'cancel' }> = { do: 'cancel', what: 'trip', step: 0 };
