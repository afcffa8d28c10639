import type { BookStep, TaskStep } from '#contracts/scenario';

// Exports task steps that several scenarios of the catalogue use. All dates are a few weeks after the start of the clock.

/** The operations with which a client can poll a booking (decision 1). */
export const looks = ['getBooking', 'getBookingDetail'] as const;

type HotelStep = Extract<BookStep, { product: 'hotel' }>;

/** The id of a hotel in Rio de Janeiro. */
export const knownHotel = 1001001;
const checkinDate = '2026-12-10';
const zone = 'America/Sao_Paulo';

const people = {
  ana: { Name: 'Ana', Surname: 'Silva', Age: 34, MainPax: true },
  rui: { Name: 'Rui', Surname: 'Silva', Age: 36 },
  eva: { Name: 'Eva', Surname: 'Silva', Age: 7 },
};
/** The guests of most scenarios: two adults and a child of seven years. */
const family: HotelStep['guests'] = [people.ana, people.rui, people.eva];
/** The guests in the rooms of `twoRooms`: three adults and three children. */
export const bigFamily: HotelStep['guests'] = [
  ...family,
  { Name: 'Caio', Surname: 'Silva', Age: 41 },
  { Name: 'Lia', Surname: 'Silva', Age: 1 },
  { Name: 'Ivo', Surname: 'Silva', Age: 11 },
];
export const twoRooms: HotelStep['criteria']['rooms'] = [
  { adults: 2, childAges: [7] },
  { adults: 1, childAges: [1, 11] },
];
/** Guests for a booking that is rejected, because one name contains a special character. */
export const specialGuests: HotelStep['guests'] = [{ ...people.ana, Name: 'An@' }, people.rui, people.eva];
/** Guests with personal data that the client must not log. */
export const contactGuests: HotelStep['guests'] = [
  { ...people.ana, Email: 'ana@example.com', Cpf: '11144477735' },
  { ...people.rui, Email: 'rui@example.com', DocumentType: 'PASSPORT', DocumentNumber: 'XA123456' },
  people.eva,
];

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

/** The ways in which hotels sell rooms. The time of payment differs, and some hotels must confirm the booking first. */
export const sold = {
  flexible: { restrictionType: 'CanBook', isPrePayment: false, canPayLater: true },
  paidAtBooking: { restrictionType: 'CanBook', isPrePayment: false, canPayLater: false },
  prepaid: { restrictionType: 'CanBook', isPrePayment: true },
  onRequest: { restrictionType: 'OnRequest' },
} as const satisfies Record<string, BookStep['choose']>;

type HotelChange = Partial<Omit<HotelStep, 'criteria'>> & {
  readonly criteria?: Partial<HotelStep['criteria']>;
};

/** Creates a task step that books a room in Rio de Janeiro for two adults and a child of seven. The room can be paid later. */
export function hotel({ criteria, ...change }: HotelChange = {}): HotelStep {
  return {
    do: 'book',
    product: 'hotel',
    criteria: {
      destination: 'Rio de Janeiro',
      checkinDate,
      nights: 2,
      rooms: [{ adults: 2, childAges: [7] }],
      nationality: 'BR',
      ...criteria,
    },
    choose: sold.flexible,
    guests: family,
    ...change,
  };
}

export const paymentInThree: typeof payment = {
  ...payment,
  CreditCard: { ...payment.CreditCard, NumberPayments: 3 },
};

export const paymentByAnother: typeof payment = {
  ContractingParty: {
    ...payment.ContractingParty,
    PersonName: 'Otto Nunes',
    Email: 'otto@example.com',
    Address: 'Rua das Flores, 27',
    CityName: 'Curitiba',
  },
  CreditCard: { ...payment.CreditCard, Holder: 'OTTO NUNES' },
};

export const laterHotel: HotelStep = hotel({ criteria: { checkinDate: '2026-12-20' } });

export const paidHotel = (choose: HotelStep['choose']): HotelStep => hotel({ choose, payment });

/** A task step that books a room two days before check-in. A cancellation of this booking has a penalty. */
export const hotelSoon: HotelStep = hotel({ criteria: { checkinDate: '2026-11-22' } });

export const hotelOnRequest = (): HotelStep =>
  hotel({ criteria: { onRequestRooms: true }, choose: sold.onRequest });

const airport = { airport: 'GIG' };
const arrival = { date: checkinDate, time: '15:30', zone };

export const car: Extract<BookStep, { product: 'car' }> = {
  do: 'book',
  product: 'car',
  criteria: {
    pickup: { at: airport, ...arrival },
    dropoff: { at: airport, date: '2026-12-12', time: '22:00', zone },
  },
  choose: sold.flexible,
  guests: [people.ana],
};

const returnedAt = (at: (typeof car)['criteria']['dropoff']['at']): BookStep => ({
  ...car,
  criteria: { ...car.criteria, dropoff: { ...car.criteria.dropoff, at } },
});
export const carToCity: BookStep = returnedAt({ destination: 'Rio de Janeiro' });
export const carToOtherCity: BookStep = returnedAt({ airport: 'GRU' });

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

export const transferToHotel: BookStep = { ...transfer, attachTo: 0 };

/** A task step that books a tour. The tour may take place on any of three days. */
export const tour: BookStep = {
  do: 'book',
  product: 'tour',
  criteria: { destination: 'Rio de Janeiro', from: checkinDate, to: '2026-12-12', adults: 2, childAges: [7] },
  choose: sold.flexible,
  guests: family,
};

export const cancelTrip: Extract<TaskStep, { do: 'cancel' }> = { do: 'cancel', what: 'trip', step: 0 };
