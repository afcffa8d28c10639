import { describe, expect, it } from 'vitest';
import { guestsOf, testPayment } from '../hotel-client.ts';
import { startTrips } from '../trip-client.ts';
import { lastEntry } from './exchange-of.ts';
import { fullRequests, postIds } from './full-requests.ts';

const { supplier, client, control } = startTrips();

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
