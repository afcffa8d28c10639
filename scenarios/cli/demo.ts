import { styleText } from 'node:util';
import {
  type BookingOutcome,
  type BookingRequest,
  createClient,
  type Offer,
  type Penalty,
  type Question,
} from '#client';
import { formatTimeSpan, type PropertyTax } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { createMockSupplier } from '#mock-server';

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

/** Prints one line. */
export type Print = (line: string) => void;

const start = Date.parse('2026-12-10T10:00:00Z');
const credential = { Username: 'demo', Password: 'demo' };

/** Creates a supplier and a client that share a clock, which jumps when both wait. Prints each call when the call ends. */
export function createStage(print: Print, faults: readonly string[] = []) {
  const supplier = createMockSupplier({ clock: { mode: 'auto', start }, faults });
  const { clock, journal, identity } = supplier.sandboxes.require('default');
  const client = createClient({
    baseUrl: 'http://supplier.example',
    credential,
    staticToken: identity.staticToken,
    managerId: identity.managerId,
    clock,
    fetch: supplier.fetch,
  });
  journal.subscribe(facts => print(lineOf(facts)));
  return {
    /** Makes a booking and accepts all conditions. Prints what the client shows to the user, and the outcome. */
    async book(request: BookingRequest): Promise<BookingOutcome> {
      const outcome = await client.book(request, question => {
        for (const line of consentLines(question, dayOf(clock.now()))) print(line);
        return true;
      });
      const voucher = outcome.outcome === 'confirmed' ? `, ${outcome.booking.ConfirmationNumber}` : '';
      print(`${timeOf(clock.now())}  the client says: ${outcome.outcome}${voucher}`);
      return outcome;
    },
    /** Cancels a booking and prints the penalty. */
    async cancel(bookingId: string): Promise<void> {
      const outcome = await client.cancel({ bookingId });
      const penalty = outcome.outcome === 'cancelled' ? `, ${penaltyOf(outcome)}` : '';
      print(`${timeOf(clock.now())}  the client says: ${outcome.outcome}${penalty}`);
    },
  };
}

function penaltyOf({ penalty }: { readonly penalty: Penalty }): string {
  if (penalty === 'unknown') return 'for an unknown penalty';
  return penalty ? `for ${money(penalty)}` : 'free of charge';
}

const dayOf = (at: number): string => formatTimeSpan(at).slice(0, 10);
const timeOf = (at: number): string => formatTimeSpan(at).slice(11);

function lineOf({ operation, answered, closed, opened, status, answer }: Facts): string {
  const at = answered?.at ?? closed?.at ?? opened.at;
  const what = [
    answer.bookingStatus ?? answer.revalidation,
    answer.price && `${answer.price.value} ${answer.price.currency}`,
  ];
  const said =
    status === undefined
      ? 'no answer, the connection was reset'
      : [status, ...what.filter(Boolean)].join(', ');
  return `${timeOf(at)}  ${String(operation).padEnd(30)} ${said}`;
}

const units: Readonly<Record<PropertyTax['Type'], string>> = {
  PerNight: 'a night',
  PerStay: 'a stay',
  PerPerson: 'a person',
  PerPersonPerNight: 'a person and night',
};
const money = ({ Value, Currency }: { readonly Value: number; readonly Currency: string }): string =>
  `${Value} ${Currency}`;

/** Returns the lines that the user sees before the user accepts the conditions. */
function consentLines({ shown, before, priceChanged }: Question, today: string): string[] {
  const { total, pricing, policies, taxes, moreInformation } = shown;
  const changed = priceChanged ? ` (it was ${money(before.total)} in the Search)` : '';
  const included = pricing?.Taxes.Value ? `, of which ${money(pricing.Taxes)} taxes` : '';
  const penalties = policies.map(one =>
    one.StartDate > today ? `${money(one)} from ${one.StartDate}` : money(one),
  );
  const due = taxes
    .flatMap(({ lines }) => lines)
    .map(
      ({ Name, Amount, Currency, Type }) => `${Name} ${Amount} ${Currency} ${units[Type]}, at the property`,
    );
  const price = `${money(total)}${changed}${included}`;
  const cancelling = `cancelling costs ${penalties.join(', ') || 'nothing'}`;
  return [
    `          the user sees: ${[price, cancelling, ...due].join('; ')}`,
    ...(moreInformation === undefined ? [] : [`          and: ${moreInformation}`]),
  ];
}

interface Act {
  readonly title: string;
  /** The faults that the demo arms in the stand-in, in shorthand form. */
  readonly faults?: readonly string[];
  play(stage: ReturnType<typeof createStage>): Promise<unknown>;
}

const acts: readonly Act[] = [
  { title: 'A hotel, without problems', play: stage => stage.book(hotel) },
  {
    title: 'A car, a transfer and a tour',
    async play(stage) {
      for (const request of others) await stage.book(request);
    },
  },
  {
    title: 'On request: the hotel confirms after twenty minutes',
    play: stage => stage.book(onRequest),
  },
  {
    title: 'Booked, but the answer was lost: the client looks the booking up and does not book twice',
    faults: ['hotel.doBooking:cut,commit=before,times=1'],
    play: stage => stage.book(hotel),
  },
  {
    title: 'The price rises between Search and conditions',
    faults: ['hotel.getBookingConditions:price=10'],
    play: stage => stage.book(hotel),
  },
  {
    title: 'Booked and cancelled',
    async play(stage) {
      const booked = await stage.book(hotel);
      if (booked.outcome === 'confirmed') await stage.cancel(booked.bookingId);
    },
  },
];

/**
 * Plays several bookings with the reference client against a stand-in in this process. The demo prints a line for each call, with
 * the time on the clock of the stand-in.
 */
export async function demo(print: Print = line => console.log(line)): Promise<void> {
  for (const { title, faults, play } of acts) {
    print(`\n${styleText('bold', title)}`);
    await play(createStage(print, faults));
  }
}
