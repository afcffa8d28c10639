import { describe, expect, it } from 'vitest';
import { type ErrorEntry, type OperationId, operations } from '#contracts';
import { valueAt } from '#contracts/util';
import { guestsOf, testPayment } from '../hotel-client.ts';
import { startTrips } from '../trip-client.ts';
import { lastEntry } from './exchange-of.ts';
import { fullRequests, postIds } from './full-requests.ts';
import { isLeaf, type Place, placesOf, withValue, wrongValues } from './places.ts';

const { supplier, client, control } = startTrips();
const masked = /CardNumber|SecurityCode|C[Pp][Ff]|Email|DocumentNumber/;

/** The places of an operation that a 400 can name. The Credential has its own answers. */
const bodyPlaces = (id: OperationId): Place[] =>
  placesOf(operations[id].request).filter(({ path }) => path[0] !== 'Credential');

async function complaintsAbout(id: OperationId, body: object) {
  const { status, body: answer } = await client.call(id, body);
  const { Errors: errors } = answer as { Errors: ErrorEntry[] }; // every answer of a POST has Errors
  return { status, errors, fields: [...new Set(errors.map(entry => entry.Field ?? ''))].sort() };
}

const table = postIds.flatMap(id => bodyPlaces(id).map(place => ({ id, field: place.field, place })));
const required = table.filter(({ place }) => place.required);
const values = table.flatMap(({ id, place }) => wrongValues(place).map(wrong => ({ id, place, ...wrong })));

describe('a wrong field', () => {
  it('is the only error in the tables below: their unchanged requests are valid, and hold every field', async () => {
    for (const id of postIds) {
      const { errors } = await complaintsAbout(id, fullRequests[id]);
      const codes = errors.map(({ Code }) => Code);
      expect(codes, id).not.toContain('InvalidRequest');
      expect(bodyPlaces(id).filter(({ path }) => valueAt(fullRequests[id], path) === undefined)).toEqual([]);
    }
    expect(required.length).toBeGreaterThan(40);
    expect(values.length).toBeGreaterThan(300);
  });

  it.each(required)('err.400: $id without $field is refused, naming it alone', async ({ id, place }) => {
    const sent = withValue(fullRequests[id], place.path, undefined);
    const { status, errors, fields } = await complaintsAbout(id, sent);
    expect({ status, fields }).toEqual({ status: 400, fields: [place.field] });
    const Message = expect.stringMatching(/: missing: expected .+/);
    expect(errors[0]).toMatchObject({ Code: 'InvalidRequest', Message });
  });

  it.each(values)('err.400: $id with $what in $place.field is refused, naming field and value', async row => {
    const { id, place, value, field } = row;
    const sent = withValue(fullRequests[id], place.path, value);
    const { status, errors, fields } = await complaintsAbout(id, sent);
    expect({ status, fields }).toEqual({ status: 400, fields: [field] });
    if (masked.test(field)) return;
    const shown = JSON.stringify(field === place.field ? value : true).slice(0, 40);
    expect(errors[0]?.Message).toContain(shown);
  });

  it.each(postIds)('err.400: all wrong fields of %s are named in one answer', async id => {
    const leaves = bodyPlaces(id).filter(isLeaf);
    const worst = leaves.reduce((body, { path }) => withValue(body, path, { odd: 1 }), fullRequests[id]);
    const { status, fields } = await complaintsAbout(id, worst);
    expect({ status, fields }).toEqual({ status: 400, fields: leaves.map(leaf => leaf.field).sort() });
  });

  it.each(postIds)('err.400: all that %s needs is named when only the credential is sent', async id => {
    const { status, fields } = await complaintsAbout(id, {});
    const top = bodyPlaces(id).filter(place => place.required && place.path.length === 1);
    if (id === 'getBookingList') expect({ status, fields }).toEqual({ status: 200, fields: [] });
    else expect(fields).toEqual(expect.arrayContaining(top.map(place => place.field)));
  });
});

/** Books a room with changed guests and other fields. Returns the answer and the warnings of the journal. */
async function book(change: { paxs?: readonly object[]; room?: object; request?: object }) {
  const { Token, choice } = await client.conditions();
  const { paxs = guestsOf({ NumAdults: 2, ChildAges: [] }) } = change;
  const Rooms = [{ RoomId: choice.RoomIds[0], Paxs: paxs, ...change.room }];
  const request = { Token, BookingId: '0', HotelId: choice.HotelId, Rooms, ...change.request };
  const answered = await client.call('hotel.doBooking', request);
  return { ...answered, warnings: lastEntry(supplier).facts.warnings ?? [] };
}

const guest = { Name: 'Ana', Surname: 'Silva' };
const payment = testPayment({ PaymentConditionId: 'PC1-1', Description: '', Installments: 1 });

describe('a guest whose Age is null', () => {
  it('is an adult, with a warning, also for the judge and in the booking', async () => {
    const paxs = [null, 34].map(Age => ({ ...guest, Age }));
    const { status, body, warnings } = await book({ paxs });
    expect([status, body.bookingStatus]).toEqual([200, 'CONFIRMED']);
    const message = 'is null; the server read the guest as an adult whose age is not known';
    expect(warnings).toEqual([{ kind: 'lenient', field: 'Rooms[0].Paxs[0].Age', message }]);
    expect(lastEntry(supplier).facts.request.rooms).toEqual([{ adults: 2, ages: [] }]);
    const { Booking } = await client.detail(body.BookingId);
    expect(Booking?.Services[0]?.Paxs.map(({ Age }) => Age)).toEqual([null, 34]);
    const { body: bookings } = await control.ask('listBookings');
    const named = { name: 'Ana', surname: 'Silva' };
    expect(bookings[0]?.services[0]?.guests).toEqual([named, { ...named, age: 34 }]);
  });

  it('can drive a car', async () => {
    const change = { Paxs: [{ ...guest, Age: null }] };
    expect((await client.bookService('car', { change })).bookingStatus).toBe('CONFIRMED');
  });

  it('cannot be a child, because a child needs an exact age (field.child-age)', async () => {
    const child = { ...guest, Age: null, IsChild: true };
    const { status, text } = await book({ paxs: [{ ...guest, Age: 34 }, child] });
    expect(status).toBe(400);
    expect(text).toContain('children of [no age]; the Search had []: send the exact age of every child');
  });
});

describe('a payment of DoBooking', () => {
  const noCard = { kind: 'lenient', message: expect.stringContaining('has no card; the server read') };
  const isNull = expect.stringContaining('PaymentConditionId is null; the server read');
  const noCondition = { kind: 'ignored', message: isNull };
  const emptyCard = { Holder: null, CardNumber: null, NumberPayments: null };
  const nullCard = { ContractingParty: { Address: null, CPF: null }, CreditCard: emptyCard };
  it.each([
    ['null in every field', { PaymentConditionId: null, PaymentRequestCC1: null }, noCard],
    ['a condition and null for the card', { ...payment, PaymentRequestCC1: null }, noCard],
    ['null in every field of the card', { PaymentConditionId: null, PaymentRequestCC1: nullCard }, noCard],
    ['a card and null for the condition', { ...payment, PaymentConditionId: null }, noCondition],
  ])('with %s is read as missing, with a warning', async (_, Payment, { kind, message }) => {
    for (const [change, field] of [
      [{ request: { Payment } }, 'Payment'],
      [{ room: { Payment } }, 'Rooms[0].Payment'],
    ] as const) {
      const { status, text, warnings } = await book(change);
      expect(status, text).toBe(200);
      const place = kind === 'ignored' ? `${field}.PaymentRequestCC1.CreditCard` : field;
      expect(warnings).toEqual([{ kind, field: place, message }]);
      expect(JSON.stringify(lastEntry(supplier))).not.toContain('4111111111111111');
    }
  });

  it('is required in payBooking, also if it is null', async () => {
    const request = { ...fullRequests.payBooking, PaymentRequestCC1: null };
    const { status, body } = await client.call('payBooking', request);
    expect([status, body.Errors.map(({ Field }) => Field)]).toEqual([400, ['PaymentRequestCC1']]);
    expect(lastEntry(supplier).facts.warnings).toBeUndefined();
  });
});

const needed =
  /^(?:BookingId|ServiceId|Token|ReToken|Criteria|Rooms|Paxs|\w+Id|RoomIds|ServiceDate|PaymentRequestCC1)$/;

it.each(postIds)('null in an optional field is read as missing by %s', async id => {
  const fields = Object.entries(fullRequests[id]);
  const body = Object.fromEntries(fields.map(([name, value]) => [name, needed.test(name) ? value : null]));
  expect((await client.call(id, body)).text).not.toContain('got null');
});
