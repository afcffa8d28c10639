import { type Product, productNames } from '#contracts';
import { asObject } from '#contracts/util';
import { asked, exampleAnswer } from './asked.ts';
import type { PactTests } from './describe-pact.ts';
import { exactly } from './expect-product.ts';

/** Declares the optional data that the client reads: fields of some offers, guests and cancellations. */
export function expectDetails(product: Product, tests: PactTests): void {
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

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(asObject) : [];

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
