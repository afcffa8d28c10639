import { MatchersV3 } from '@pact-foundation/pact';
import { type Product, productNames, type ServiceStatus, statuses } from '#contracts';
import { asList, asObject } from '#contracts/util';
import { asked, exampleAnswer } from './asked.ts';
import { describePact, errors, type PactTests } from './describe-pact.ts';

const { equal } = MatchersV3;

/** A status that must match exactly. */
export const exactly = (status: ServiceStatus) => ({
  bookingStatus: equal(statuses[status].bookingStatus),
  Status: equal(statuses[status].label),
});

/** Returns the services of an answer, each with a product and a status, without fields of confirmed services. */
export const servicesAs = (
  services: unknown,
  product: Product,
  words: object,
  isConfirmed: boolean,
): object[] =>
  listOf(services).map(({ ConfirmationNumber, Voucher, ...service }) => ({
    ...service,
    ...(isConfirmed && { ConfirmationNumber, Voucher }),
    ...words,
    ServiceType: equal(product),
  }));

/** States of the catalogue that put an operation of hotels into a case. The other products have no such states. */
type Named = Readonly<Partial<Record<string, string>>>;

/** Declares what the client relies on in the five operations of a product: the success, and every documented failure. */
export const describeProduct = (product: Product, named: Named = {}): void =>
  describePact(product, tests => {
    expectSearch(product, tests, named);
    expectConditions(product, tests, named);
    expectBooking(product, tests, named);
    expectCancellation(`${product}.cancelByService`, tests);
    expectDetails(product, tests);
  });

/** Returns a state by its name in the catalogue, or as a fault. */
const stateOf = (fault: string, named: Named): string => named[fault] ?? `the fault ${fault}`;

function expectSearch(product: Product, { answered, refused, refusedAsAll }: PactTests, named: Named): void {
  const operation = `${product}.search` as const;
  const answer = exampleAnswer(operation);
  answered(operation, '', { answer: { ...answer, Errors: [] } });
  answered(operation, 'while a supplier is silent', {
    and: stateOf(`${operation}:business,errors=SupplierUnavailable`, named),
    answer: { ...answer, Errors: errors('SupplierUnavailable') },
  });
  refused(operation, 'beyond the rate', 429, 'RateLimited', { and: 'the rate is used up' });
  refusedAsAll(operation, {
    429: stateOf(`${operation}:status=429,retryAfter=30`, named),
    500: stateOf(`${operation}:status=500`, named),
  });
}

function expectConditions(product: Product, tests: PactTests, named: Named): void {
  const { answered, refused, refusedAsAll } = tests;
  const byToken = `${product}.getBookingConditions` as const;
  const byKey = `${product}.revalidateBookingConditions` as const;
  for (const operation of [byToken, byKey]) {
    answered(operation);
    answered(operation, 'of what is gone', {
      and: stateOf(`${operation}:sold-out`, named),
      answer: { TimeSpan: exampleAnswer(operation).TimeSpan, Errors: errors('RoomUnavailable') },
    });
    refusedAsAll(operation);
  }
  refused(byToken, 'by an unknown Token', 400, 'TokenUnknown', {
    request: { ...asked(byToken), Token: 'S00000000000000000000000000000000' },
  });
  for (const found of ['RoomsFoundWithChanges', 'RoomsNotFound'] as const) {
    const { Token, TimeSpan, TotalSellingPrice } = exampleAnswer(byKey);
    const isFound = found === 'RoomsFoundWithChanges';
    answered(byKey, `with ${found}`, {
      and: `the fault ${byKey}:revalidate=${found}`,
      answer: {
        ...(isFound && { Token, TotalSellingPrice }),
        TimeSpan,
        RevalidateBookingConditions: equal(found),
        Errors: isFound ? [] : errors('RoomUnavailable'),
      },
    });
  }
}

/** The results of DoBooking other than CONFIRMED, with the fault that causes each. */
const bookingEnds = [
  ['failed', 'business=FAILED', undefined],
  ['rejected', 'business=Rejected,errors=RoomUnavailable', 'RoomUnavailable'],
  ['technical-problem', 'timeline=technical-problem', undefined],
  ['on-request', 'timeline=on-request', undefined],
  ['pending', 'timeline=pending', undefined],
  ['in-progress', 'timeline=in-progress', undefined],
  ['credit-blocked', 'timeline=credit-blocked', undefined],
] as const;

function expectBooking(product: Product, { answered, refused, refusedAsAll }: PactTests, named: Named): void {
  const operation = `${product}.doBooking` as const;
  const example = exampleAnswer(operation);
  const { ConfirmationNumber, Errors, ...undecided } = example;
  const booked = (status: ServiceStatus) => ({
    ...exactly(status),
    Services: servicesAs(example.Services, product, exactly(status), status === 'confirmed'),
  });
  answered(operation, '', { answer: { ...example, ...booked('confirmed') }, whole: ['Services'] });
  for (const [status, fault, code] of bookingEnds)
    answered(operation, `that ends as ${statuses[status].bookingStatus} (${status})`, {
      and: stateOf(`${operation}:${fault}`, named),
      answer: { ...undecided, ...booked(status), Errors: code === undefined ? [] : errors(code) },
    });
  answered(operation, 'with errors beside a good status', {
    and: stateOf(`${operation}:business,errors=SupplierTimeout`, named),
    answer: { ...undecided, ...booked('confirmed'), Errors: errors('SupplierTimeout') },
  });
  refused(operation, 'by an unknown Token', 400, 'TokenUnknown', {
    request: { ...asked(operation), Token: 'C00000000000000000000000000000000' },
  });
  refused(operation, 'into an unknown booking', 404, 'NotFound', {
    request: { ...asked(operation), BookingId: '000000001' },
  });
  refusedAsAll(operation);
}

/** Declares what the client relies on in a cancellation, of a service or of a trip. */
export function expectCancellation(
  operation: `${Product}.cancelByService` | 'cancelBooking',
  { answered, refused, refusedAsAll }: PactTests,
  named: Named = {},
): void {
  const example = exampleAnswer(operation);
  const undecided = { BookingId: example.BookingId, TimeSpan: example.TimeSpan };
  answered(operation, '', { answer: { ...example, ...exactly('cancelled') } });
  answered(operation, 'that the supplier has not decided', {
    and: stateOf(`${operation}:timeline=pending-cancellation`, named),
    answer: { ...undecided, ...exactly('pending-cancellation'), Errors: [] },
  });
  answered(operation, 'that does not reach the supplier', {
    and: stateOf(`${operation}:timeline=cancellation-failed`, named),
    answer: { ...undecided, ...exactly('cancellation-failed'), Errors: errors('CancellationNotForwarded') },
  });
  refused(operation, 'of an unknown booking', 404, 'NotFound', {
    request: { ...asObject(asked(operation)), BookingId: '000000001' },
  });
  refusedAsAll(operation);
}

/** Declares the optional data that the client reads: fields of some offers, guests and cancellations. */
function expectDetails(product: Product, tests: PactTests): void {
  expectOffersWithMore(product, tests);
  for (const offer of offersWith(product, 'MoreInformation')) expectNotes(product, offer, tests);
  expectReToken(product, tests);
  expectGuests(product, tests);
  expectPenalty(`${product}.cancelByService`, tests);
}

/** The fields of an offer that describe payments at the property. */
const extras = ['PropertyTaxes', 'MoreInformation'] as const;

/** Returns the first offer of the example Search that has a field. */
function offersWith(product: Product, field: string): Record<string, unknown>[] {
  const { offers: list } = productNames[product];
  const entries = listOf(exampleAnswer(`${product}.search`)[list]);
  const offers = product === 'hotel' ? entries.flatMap(({ Rooms }) => listOf(Rooms)) : entries;
  return offers.filter(offer => offer[field] !== undefined).slice(0, 1);
}

const listOf = (value: unknown): Record<string, unknown>[] => asList(value).map(asObject);

function expectOffersWithMore(product: Product, { answered }: PactTests): void {
  const operation = `${product}.search` as const;
  const { offers: list } = productNames[product];
  const offers = extras.flatMap(field => offersWith(product, field));
  const example = exampleAnswer(operation);
  const [hotel] = listOf(example[list]);
  answered(operation, 'with what is paid at the property', {
    answer: { ...example, [list]: product === 'hotel' ? [{ ...hotel, Rooms: offers }] : offers, Errors: [] },
    whole: ['Hotels'],
    some: [product === 'hotel' ? 'Rooms' : list],
  });
}

/** Declares MoreInformation in both operations that return conditions. */
function expectNotes(product: Product, { MoreInformation }: Record<string, unknown>, tests: PactTests): void {
  for (const name of ['getBookingConditions', 'revalidateBookingConditions'] as const) {
    const operation = `${product}.${name}` as const;
    const { PropertyTaxes, ...conditions } = exampleAnswer(operation);
    tests.answered(operation, 'of an offer with a note', {
      given: [`all that ${operation} needs, of an offer with MoreInformation`],
      answer: { ...conditions, MoreInformation },
    });
  }
}

function expectReToken(product: Product, { answered }: PactTests): void {
  const operation = `${product}.getBookingConditions` as const;
  const byKey = `${product}.revalidateBookingConditions` as const;
  answered(operation, 'by a ReToken', {
    given: [`all that ${byKey} needs`],
    request: asked(byKey),
    answer: exampleAnswer(byKey),
  });
}

/** A guest with every field. */
const guest = {
  Name: 'Ana',
  Surname: 'Souza',
  Age: 34,
  MainPax: true,
  IsChild: false,
  Title: 'Ms',
  Email: 'ana@example.com',
  DocumentType: 'Passport',
  DocumentNumber: 'FZ123456',
  Cpf: '529.982.247-25',
  PhoneDDI: '55',
  PhoneDDD: '21',
  PhoneNumber: '987654321',
  Nationality: 'BR',
  Residence: 'BR',
};

function expectGuests(product: Product, { answered }: PactTests): void {
  const operation = `${product}.doBooking` as const;
  const example = exampleAnswer(operation);
  const [service] = listOf(example.Services);
  answered(operation, 'with all about a guest', {
    request: withGuest(asked(operation)),
    answer: { ...example, ...exactly('confirmed'), Services: [{ ...service, Paxs: [guest] }] },
    whole: ['Services'],
    some: ['Paxs'],
  });
}

/** A booking request with all fields of the first guest. */
function withGuest(request: Record<string, unknown>): Record<string, unknown> {
  const { Rooms, Paxs } = request;
  const guests = (paxs: unknown) => [guest, ...listOf(paxs).slice(1)];
  if (Rooms === undefined) return { ...request, Paxs: guests(Paxs) };
  const [first, ...others] = listOf(Rooms);
  return { ...request, Rooms: [{ ...first, Paxs: guests(first?.Paxs) }, ...others] };
}

/** Declares what a cancellation costs, for a service or a trip. */
export function expectPenalty(
  operation: `${Product}.cancelByService` | 'cancelBooking',
  { answered }: PactTests,
): void {
  const penalty = { Penalty: { Value: 100.8, Currency: 'BRL' } };
  answered(operation, 'that costs a penalty', {
    given: [`all that ${operation} needs, the day before`],
    answer: { ...exampleAnswer(operation), ...exactly('cancelled'), ...penalty },
  });
}
