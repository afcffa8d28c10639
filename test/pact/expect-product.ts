import { MatchersV3 } from '@pact-foundation/pact';
import { type Product, type ServiceStatus, statuses } from '#contracts';
import { asObject } from '#contracts/util';
import { asked, exampleAnswer } from './asked.ts';
import { errors, type PactTests } from './describe-pact.ts';

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
  (Array.isArray(services) ? services.map(asObject) : []).map(
    ({ ConfirmationNumber, Voucher, ...service }) => ({
      ...service,
      ...(isConfirmed && { ConfirmationNumber, Voucher }),
      ...words,
      ServiceType: equal(product),
    }),
  );

/** States of the catalogue that put an operation of hotels into a case. The other products have no such states. */
export type Named = Readonly<Partial<Record<string, string>>>;

/** Declares what the client relies on in the five operations of a product: the success, and every documented failure. */
export function expectProduct(product: Product, tests: PactTests, named: Named = {}): void {
  expectSearch(product, tests, named);
  expectConditions(product, tests, named);
  expectBooking(product, tests, named);
  expectCancellation(`${product}.cancelByService`, tests);
}

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
