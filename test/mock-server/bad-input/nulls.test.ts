import { describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import { createTestSupplier, guestsOf, testPayment } from '../hotel-client.ts';
import { createTripClient } from '../trip-client.ts';
import { lastEntry } from './exchange-of.ts';
import { fullRequests, postIds } from './full-requests.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const client = createTripClient(supplier.fetch);

/** Books a room with changed guests and other fields. Returns the answer and the warnings of the journal. */
async function book(change: { paxs?: readonly object[]; room?: object; request?: object }) {
  const conditions = await client.conditions();
  const [RoomId = ''] = conditions.choice.RoomIds;
  const { paxs = guestsOf({ NumAdults: 2, ChildAges: [] }) } = change;
  const Rooms = [{ RoomId, Paxs: paxs, ...change.room }];
  const request = { Token: conditions.Token, BookingId: '0', HotelId: conditions.choice.HotelId };
  const answered = await client.call('hotel.doBooking', { ...request, Rooms, ...change.request });
  return { ...answered, warnings: lastEntry(supplier).facts.warnings ?? [] };
}

const guest = { Name: 'Ana', Surname: 'Silva' };
const payment = testPayment({ PaymentConditionId: 'PC1-1', Description: '', Installments: 1 });

describe('a guest whose Age is null', () => {
  it('is an adult, with a warning, and the booking shows no age', async () => {
    const { status, body, warnings } = await book({
      paxs: [
        { ...guest, Age: null },
        { ...guest, Age: 34 },
      ],
    });
    expect([status, body.bookingStatus]).toEqual([200, 'CONFIRMED']);
    expect(warnings).toEqual([
      {
        kind: 'lenient',
        field: 'Rooms[0].Paxs[0].Age',
        message: 'is null; the server read the guest as an adult whose age is not known',
      },
    ]);
    const { Booking } = await client.detail(body.BookingId);
    expect(Booking?.Services[0]?.Paxs.map(({ Age }) => Age)).toEqual([null, 34]);
    expect(lastEntry(supplier, 'default').facts.status).toBe(200);
    const bookings = await (
      await supplier.fetch('http://supplier.test/_control/sandboxes/default/bookings')
    ).json();
    expect(bookings[0].services[0].guests).toEqual([
      { name: 'Ana', surname: 'Silva' },
      { name: 'Ana', surname: 'Silva', age: 34 },
    ]);
  });

  it('can drive a car', async () => {
    const { bookingStatus } = await client.bookService('car', {
      change: { Paxs: [{ ...guest, Age: null }] },
    });
    expect(bookingStatus).toBe('CONFIRMED');
  });

  it('cannot be a child, because a child needs an exact age (field.child-age)', async () => {
    const { status, text } = await book({
      paxs: [
        { ...guest, Age: 34 },
        { ...guest, Age: null, IsChild: true },
      ],
    });
    expect(status).toBe(400);
    expect(text).toContain('children of [no age]; the Search had []: send the exact age of every child');
  });
});

describe('a payment of DoBooking', () => {
  const noCard = { kind: 'lenient', message: expect.stringContaining('has no card; the server read') };
  it.each([
    ['with null in every field', { PaymentConditionId: null, PaymentRequestCC1: null }, noCard],
    ['with a condition and null for the card', { ...payment, PaymentRequestCC1: null }, noCard],
    [
      'with null in every field of the card',
      {
        PaymentConditionId: null,
        PaymentRequestCC1: {
          ContractingParty: { Address: null, CPF: null },
          CreditCard: { Holder: null, CardNumber: null, NumberPayments: null },
        },
      },
      noCard,
    ],
    [
      'with a card and null for the condition',
      { ...payment, PaymentConditionId: null },
      { kind: 'ignored', message: expect.stringContaining('PaymentConditionId is null; the server read') },
    ],
  ])('%s is read as missing, with a warning', async (_, Payment, { kind, message }) => {
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
    const { status, body } = await client.call('payBooking', {
      ...fullRequests.payBooking,
      PaymentRequestCC1: null,
    });
    expect([status, body.Errors.map(({ Field }) => Field)]).toEqual([400, ['PaymentRequestCC1']]);
    expect(lastEntry(supplier).facts.warnings).toBeUndefined();
  });
});

/** Returns a request in which every optional field at the top is null. */
function withNulls(id: OperationId, required: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(fullRequests[id]).map(([name, value]) => [name, required.includes(name) ? value : null]),
  );
}

describe('null in an optional field', () => {
  const needed = [
    'BookingId',
    'ServiceId',
    'Token',
    'ReToken',
    'Criteria',
    'Rooms',
    'Paxs',
    'HotelId',
    'RoomIds',
  ];
  const others = ['CarId', 'TransferId', 'TourId', 'ServiceDate', 'PaymentConditionId', 'PaymentRequestCC1'];
  it.each(postIds)('is read as missing by %s', async id => {
    const { text } = await client.call(id, withNulls(id, [...needed, ...others]));
    expect(text).not.toContain('got null');
  });
});
