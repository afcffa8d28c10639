import { limits } from '../clauses/index.ts';
import { productNames } from '../operations/index.ts';
import { asList, asObject, compact, type JsonObject } from '../util/index.ts';
import { asBoolean, asNumber, asText, firstOf, maxGuests, orNone } from './read-json.ts';

export interface TaxFacts {
  amount: number;
  currency: string;
  name?: string;
  type?: string;
}

/** Both dates are inclusive. */
export interface PolicyFacts {
  start: string;
  end: string;
  value: number;
  currency: string;
}

/** What the judge needs from one answer. */
export interface AnswerFacts {
  /** The codes in Errors[]. */
  errors?: string[];
  /** The wrong fields in Errors[]. */
  fields?: string[];
  token?: string;
  reToken?: string;
  bookingId?: string;
  bookingStatus?: string;
  label?: string;
  services?: { id: string; bookingStatus: string; label: string }[];
  /** In a look-up of one booking. */
  guests?: string[];
  confirmation?: string;
  revalidation?: string;
  price?: { value: number; currency: string };
  restriction?: string;
  prePayment?: boolean;
  payLater?: boolean;
  taxes?: TaxFacts[];
  /** The cancellation windows with a penalty. */
  policies?: PolicyFacts[];
  /** The parts of the price, in its currency. */
  pricing?: { base?: number; taxes?: number; total?: number };
  moreInformation?: string;
  paymentConditions?: string[];
  paymentStatus?: string;
  penalty?: number;
  /** The number of offers, bookings or places; for a look-up of one booking 1 or 0. */
  found?: number;
  /** The first bookings of a list, the last changed first. */
  listed?: { id: string; bookingStatus: string; label: string; reference?: string }[];
  /** The ids of places in static data, which a client may use in a Search. */
  places?: string[];
}

const maxInformation = 2_000;
const maxFields = 10;
const maxListed = 5;
const maxTaxes = 20;
const maxPolicies = 20;
const maxName = 60;
const offerLists = [...Object.values(productNames).map(({ offers }) => offers), 'Bookings'];

export function answerFacts(body: unknown): AnswerFacts {
  if (body === undefined) return {}; // the record of a Search has the key of its answer instead
  if (Array.isArray(body)) return compact({ found: body.length, places: placeFacts(body.map(asObject)) });
  const answer = asObject(body);
  const booking = asObject(answer.Booking);
  const subject = answer.Booking === undefined ? answer : booking;
  const price = asObject(subject.TotalSellingPrice);
  const entries = [...asList(answer.Errors), ...asList(booking.Errors)].map(asObject);
  const errors = entries.map(({ Code }) => asText(Code) ?? '');
  const fields = entries.flatMap(({ Field }) => asText(Field) ?? []).slice(0, maxFields);
  const services = asList(subject.Services).map(asObject);
  const offers = offerLists.find(name => Array.isArray(answer[name]));
  const isLookup =
    answer.Booking !== undefined ||
    (Object.keys(answer).length === 1 && Array.isArray(answer.Errors) && errors.length === 0);
  return compact({
    errors: orNone(errors),
    fields: orNone(fields),
    token: asText(answer.Token),
    reToken: asText(answer.ReToken),
    bookingId: asText(subject.BookingId),
    bookingStatus: asText(subject.bookingStatus),
    label: asText(subject.Status),
    services: orNone(services.map(entry => ({ id: asText(entry.ServiceId) ?? '', ...statusOf(entry) }))),
    guests: answer.Booking === undefined ? undefined : guestFacts(services),
    confirmation: asText(subject.ConfirmationNumber),
    revalidation: asText(answer.RevalidateBookingConditions),
    price:
      asNumber(price.Value) === undefined
        ? undefined
        : { value: asNumber(price.Value) ?? 0, currency: asText(price.Currency) ?? '' },
    restriction: asText(answer.RestrictionType),
    prePayment: asBoolean(answer.IsPrePayment),
    payLater: asBoolean(answer.CanPayLater),
    taxes: orNone(firstOf(answer.PropertyTaxes, maxTaxes).map(asObject).map(taxFact)),
    policies: policyFacts(answer),
    pricing: pricingFacts(asObject(answer.PricingInfo)),
    moreInformation:
      typeof answer.MoreInformation === 'string'
        ? answer.MoreInformation.slice(0, maxInformation)
        : undefined,
    paymentConditions: orNone(
      asList(answer.PaymentConditions).map(entry => asText(asObject(entry).PaymentConditionId) ?? ''),
    ),
    paymentStatus: asText(answer.PaymentStatus),
    penalty: asNumber(asObject(answer.Penalty).Value),
    places: placeFacts([answer, asObject(answer.destination)]),
    listed: listedFacts(answer.Bookings),
    found: offers
      ? asList(answer[offers]).length
      : isLookup
        ? Number(answer.Booking !== undefined)
        : undefined,
  });
}

function guestFacts(services: JsonObject[]): string[] | undefined {
  const guests = services.flatMap(service => firstOf(service.Paxs, maxGuests).map(asObject));
  const names = guests.map(({ Name, Surname }) => `${asText(Name) ?? ''} ${asText(Surname) ?? ''}`.trim());
  return orNone(names.slice(0, maxGuests));
}

const statusOf = (entry: JsonObject) => ({
  bookingStatus: asText(entry.bookingStatus) ?? '',
  label: asText(entry.Status) ?? '',
});

const taxFact = (tax: JsonObject): TaxFacts =>
  compact({
    amount: asNumber(tax.Amount) ?? 0,
    currency: asText(tax.Currency) ?? '',
    name: asText(tax.Name)?.slice(0, maxName),
    type: asText(tax.Type),
  });

function policyFacts({ CancelPolicies, CancellationPolicies }: JsonObject): AnswerFacts['policies'] {
  const windows = firstOf(CancelPolicies ?? CancellationPolicies, maxPolicies).map(asObject);
  const policies = windows.flatMap(({ StartDate, EndDate, Value, Currency }) => {
    const [start, end, value] = [asText(StartDate), asText(EndDate), asNumber(Value)];
    if (start === undefined || end === undefined || !value) return [];
    return [{ start, end, value, currency: asText(Currency) ?? '' }];
  });
  return orNone(policies);
}

function pricingFacts({ Base, Taxes, Total }: JsonObject): AnswerFacts['pricing'] {
  const amountOf = (part: unknown) => asNumber(asObject(part).Value);
  return orNone(compact({ base: amountOf(Base), taxes: amountOf(Taxes), total: amountOf(Total) }));
}

function listedFacts(bookings: unknown): AnswerFacts['listed'] {
  const first = firstOf(bookings, maxListed).map(asObject);
  return orNone(
    first.map(entry => {
      const reference = asText(entry.ExternalReference);
      return compact({ id: asText(entry.BookingId) ?? '', ...statusOf(entry), reference });
    }),
  );
}

function placeFacts(places: JsonObject[]): string[] | undefined {
  const ids = new Set<string>();
  for (const { id, destinationId } of places.slice(0, limits.suggestions.value))
    for (const text of [asText(id), asText(destinationId)]) if (text !== undefined) ids.add(text);
  return orNone([...ids]);
}
