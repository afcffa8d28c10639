import {
  type BookingPayment,
  type Complaint,
  isChild,
  limits,
  type Pax,
  type PaymentCondition,
  type Product,
} from '#contracts';
import type { Warning } from '#contracts/exchange';
import { isCountryCode } from '#contracts/shapes';
import { append, isCpf } from '#contracts/util';
import type { ConditionsToken } from '../books/index.ts';
import type { Occupancy, Quote, Selection } from '../inventory/index.ts';
import { paymentConditions } from './conditions.ts';

/** The same for all products. */
export interface BookingRequest {
  product: Product;
  fields: { item: string; units?: { ids: string; guests: string } };
  token: string;
  bookingId: string;
  selection: Selection;
  units: UnitGuests[];
  reference: string | undefined;
  payment: { field: string; value: BookingPayment } | undefined;
}

/** Of one unit, such as a room. */
export interface UnitGuests {
  field: string;
  /** Absent for products other than hotels. */
  unit?: string;
  paxs: Pax[];
}

export function inspectSelection(request: BookingRequest, conditions: ConditionsToken): Complaint[] {
  const { fields, selection } = request;
  const chosen = [
    { field: fields.item, is: selection.item, was: conditions.item },
    { field: 'ServiceDate', is: selection.serviceDate, was: conditions.serviceDate },
  ];
  const complaints = chosen.flatMap(({ field, is, was }) =>
    is === was ? [] : [{ field, message: `${is}, but the conditions of this Token are for ${was}` }],
  );
  return [...complaints, ...inspectUnits(request, conditions)];
}

function inspectUnits({ fields, selection, units }: BookingRequest, conditions: ConditionsToken) {
  if (!fields.units) return [];
  const expected = [...conditions.units].sort().join(', ');
  const lists = [{ field: fields.units.guests, ids: units.flatMap(({ unit }) => unit ?? []) }];
  if (selection.units.length > 0) lists.push({ field: fields.units.ids, ids: [...selection.units] });
  return lists.flatMap(({ field, ids }) => {
    const sent = [...ids].sort().join(', ');
    if (sent === expected) return [];
    return [{ field, message: `[${sent}], but the conditions of this Token are for [${expected}]` }];
  });
}

export function inspectPayment({ payment }: BookingRequest, quote: Quote, seed: string): Complaint[] {
  // Without a payment, the booking waits for payBooking. A payment for another offer only causes a warning (decision 4).
  if (!payment || quote.canPayLater || quote.prePayment) return [];
  return inspectCondition(payment.value, paymentConditions(quote, seed), `${payment.field}.`);
}

export function paymentWarnings({ payment }: BookingRequest, quote: Quote): Warning[] {
  if (!payment) return [];
  const odd = oddPayment(payment.value, `${payment.field}.`);
  if (!quote.canPayLater && !quote.prePayment) return odd;
  const flag = quote.prePayment ? 'IsPrePayment' : 'CanPayLater';
  const message = `nothing was charged: ${flag} is true, so send the card with payBooking`;
  return [...odd, { kind: 'ignored', field: payment.field, message }];
}

/** A client may believe that one room id stands for all rooms of the Search. */
export function roomWarnings({ units, wanted = units.length }: Quote): Warning[] {
  if (units.length >= wanted) return [];
  const message = `${units.length} of the ${wanted} rooms of the Search; the others are not booked: send a room id once for each room`;
  return [{ kind: 'lenient', field: 'RoomIds', message }];
}

/** As the Search named them (field.child-age). */
export function inspectGuests(units: readonly UnitGuests[], quote: Quote): Complaint[] {
  const searched = new Map<string | undefined, Occupancy[]>();
  for (const [index, unit] of quote.units.entries()) {
    const occupancy = quote.occupancies[index];
    const name = quote.product === 'hotel' ? unit : undefined;
    if (occupancy) append(searched, name, occupancy);
  }
  return units.flatMap(unit => {
    const occupancy = searched.get(unit.unit)?.pop();
    return [
      ...(occupancy ? inspectUnit(unit, occupancy) : []),
      ...(quote.seats === undefined ? [] : inspectSeats(unit, quote.seats)),
    ];
  });
}

function inspectUnit({ field, unit, paxs }: UnitGuests, { adults, ages }: Occupancy): Complaint[] {
  const children = paxs.filter(isChild).map(pax => pax.Age);
  const complaints: Complaint[] = [];
  const grown = paxs.length - children.length;
  if (grown !== adults) {
    const where = unit === undefined ? '' : ' in this room';
    complaints.push({ field, message: `${grown} adults; the Search had ${adults}${where}` });
  }
  const sorted = (values: readonly (number | null)[]) =>
    [...values]
      .sort((a, b) => (a ?? -1) - (b ?? -1))
      .map(age => age ?? 'no age')
      .join(', ');
  if (sorted(children) !== sorted(ages)) {
    const message = `children of [${sorted(children)}]; the Search had [${sorted(ages)}]: send the exact age of every child`;
    complaints.push({ field, message });
  }
  return complaints;
}

function inspectSeats({ field, paxs }: UnitGuests, seats: number): Complaint[] {
  const complaints: Complaint[] = [];
  if (paxs.length > seats) {
    complaints.push({ field, message: `${paxs.length} people; this car has ${seats} seats` });
  }
  if (!paxs.some(canDrive)) {
    const message = `no driver: send a person aged ${limits.driverAge.value} or more`;
    complaints.push({ field, message });
  }
  return complaints;
}

/** An adult whose age is unknown can drive. */
const canDrive = (pax: Pax): boolean =>
  pax.Age === null ? !isChild(pax) : pax.Age >= limits.driverAge.value;

/** Such a guest is read as an adult, unless IsChild says otherwise. */
export function ageWarnings({ units }: BookingRequest): Warning[] {
  const message = 'is null; the server read the guest as an adult whose age is not known';
  return units.flatMap(({ field, paxs }) =>
    paxs.flatMap(({ Age }, index) =>
      Age === null ? [{ kind: 'lenient' as const, field: `${field}[${index}].Age`, message }] : [],
    ),
  );
}

/** First the condition id, then the number of instalments (res.payment). `prefix`: '' or, for example, 'Payment.'. */
export function inspectCondition(
  { PaymentConditionId: id, PaymentRequestCC1: { CreditCard } }: BookingPayment,
  offered: readonly PaymentCondition[],
  prefix: string,
): Complaint[] {
  const condition = offered.find(entry => entry.PaymentConditionId === id);
  if (!condition) {
    const known = [...new Set(offered.map(entry => entry.PaymentConditionId))].join(', ');
    const message = `"${id}" was not offered for this payment; send one of ${known}`;
    return [{ field: `${prefix}PaymentConditionId`, message }];
  }
  const { NumberPayments: instalments } = CreditCard;
  if (instalments === condition.Installments) return [];
  const field = `${prefix}PaymentRequestCC1.CreditCard.NumberPayments`;
  return [{ field, message: `${instalments}, but payment condition "${id}" has ${condition.Installments}` }];
}

/** The specification allows any text here, so the server refuses no value (res.contracting-party). No message contains a value (auth.5). */
export function oddPayment({ PaymentRequestCC1 }: BookingPayment, prefix: string): Warning[] {
  const { CountryCode, CPF, Email } = PaymentRequestCC1.ContractingParty;
  const odd: [field: string, message: string][] = [];
  if (!isCountryCode(CountryCode))
    odd.push(['CountryCode', 'not an ISO 3166-1 alpha-2 country code in capitals, such as "BR"']);
  if (CountryCode === 'BR' && !isCpf(CPF.replace(/[ .-]/g, '')))
    odd.push(['CPF', 'not a CPF: 11 digits whose last two are check digits']);
  if (!Email.includes('@')) odd.push(['Email', 'not an e-mail address']);
  const party = `${prefix}PaymentRequestCC1.ContractingParty`;
  return odd.map(([name, message]) => ({ kind: 'lenient', field: `${party}.${name}`, message }));
}
