import { describe, expect, it } from 'vitest';
import type { Fault } from '#contracts/fault';
import { wireOf } from '#mock-server/pipeline/wire-of';
import { bookingBody, testCriteria } from '../hotel-client.ts';
import { startPaying } from '../payment-client.ts';
import { lastEntry } from '../pipeline/exchange-of.ts';
import { selectionOf } from '../trip-client.ts';

const supplierError = { Code: 'SUPPLIER-17', Message: 'Não há resposta do hotel' };
const failing = (operations: string[], bookingStatus?: string): Fault => ({
  match: { operations },
  effect: {
    kind: 'business',
    errors: [supplierError],
    ...(bookingStatus !== undefined && { bookingStatus }),
  },
});

describe('a DoBooking that the supplier fails', () => {
  it.each([
    ['FAILED', 'failed'],
    ['Rejected', 'rejected'],
  ])('is kept as %s, and nothing is charged or kept free (flow.4)', async (word, status) => {
    const { book, client, look, sandbox } = startPaying({ faults: [failing(['*.doBooking'], word)] });
    const { BookingId, conditions, ...booked } = await book('payNow');
    const kept = { bookingStatus: word, Errors: [supplierError] };
    expect(booked).toMatchObject({ status: 200, ...kept });
    expect(booked.ConfirmationNumber).toBeUndefined();
    expect(await look(BookingId)).toMatchObject({ ...kept, Payments: [] });
    const record = sandbox.store.booking(BookingId);
    expect([record?.payments, record?.services[0]]).toMatchObject([[], { truth: status, stored: status }]);
    expect(sandbox.store.booked(conditions.choice.RoomIds[0] ?? '')).toBe(0);
    expect(sandbox.clock.advance({ by: 86_400_000 }).fired).toEqual([]);
    const again = await client.call('hotel.doBooking', bookingBody(conditions));
    expect(again.body.Errors[0]?.Code).toBe('TokenConsumed');
  });

  it('is kept as failed though its answer looks fine but for its Errors (err.200)', async () => {
    const { book, look } = startPaying({ faults: [failing(['hotel.doBooking'])] });
    const { BookingId, ...booked } = await book('payLater');
    expect(booked).toMatchObject({ bookingStatus: 'CONFIRMED', Errors: [supplierError] });
    expect((await look(BookingId)).bookingStatus).toBe('FAILED');
  });

  it('leaves the rest of the trip that it was to be part of', async () => {
    const { client } = startPaying({ faults: ['car.doBooking:business=FAILED'] });
    const { BookingId } = await client.bookService('transfer');
    const car = await client.bookService('car', { change: { BookingId } });
    expect(car).toMatchObject({ BookingId, bookingStatus: 'FAILED', Errors: [] });
    const { Booking } = await client.detail(BookingId);
    expect(Booking?.Services.map(service => service.bookingStatus)).toEqual(['CONFIRMED', 'FAILED']);
    expect(Booking?.bookingStatus).toBe('CONFIRMED');
  });

  it('survives an export, with errors that only its supplier knows', async () => {
    const { book, control } = startPaying({ faults: [failing(['*.doBooking'])] });
    await book('payLater');
    const body = await (await control.send('exportSandbox')).json();
    expect((await control.ask('importSandbox', { body, query: '?id=copy' })).status).toBe(201);
  });
});

describe('conditions that the supplier fails to give', () => {
  it('come without a Token, with its errors, and leave the Token of the Search as it was', async () => {
    const { client, sandbox } = startPaying({ faults: [failing(['hotel.getBookingConditions'])] });
    const search = await client.search();
    const answer = await client.conditions(search);
    expect(answer.Errors).toEqual([supplierError]);
    expect(answer).not.toHaveProperty('Token');
    expect(answer).not.toHaveProperty('TotalSellingPrice');
    sandbox.faults.clear();
    expect((await client.conditions(search)).Token).toEqual(expect.any(String));
  });

  it('are sent with RoomsNotFound where the request used a ReToken, for tours and hotels', async () => {
    const { client } = startPaying({ faults: [failing(['*.revalidateBookingConditions'])] });
    const { ReToken, offers } = await client.find('tour');
    const request = { ReToken, ...selectionOf(offers[0] ?? expect.fail('no tour')) };
    const { body } = await client.call('tour.revalidateBookingConditions', request);
    expect(body).toMatchObject({ RevalidateBookingConditions: 'RoomsNotFound', Errors: [supplierError] });
    expect(body).not.toHaveProperty('Token');
  });
});

it('the server charges nothing where payBooking fails, and takes the card afterwards (ep.pay)', async () => {
  const { book, pay, sandbox } = startPaying({ faults: [{ ...failing(['payBooking']), id: 'no-payment' }] });
  const booked = await book('prepaid');
  const before = sandbox.store.booking(booked.BookingId);
  const refused = { PaymentStatus: 'Declined', Status: 'AGUARDANDO PAGAMENTO', Errors: [supplierError] };
  expect((await pay(booked)).body).toMatchObject(refused);
  expect(sandbox.store.booking(booked.BookingId)).toEqual(before);
  sandbox.faults.disarm('no-payment');
  expect((await pay(booked)).body.PaymentStatus).toBe('Approved');
});

it('the server cancels nothing where a cancellation fails, and names no Penalty (ep.cancel)', async () => {
  const operations = ['cancelBooking', '*.cancelByService'];
  const { book, client, sandbox } = startPaying({ faults: [{ ...failing(operations), id: 'stuck' }] });
  const { BookingId } = await book('payNow');
  const before = sandbox.store.booking(BookingId);
  const trip = await client.cancel(BookingId);
  const service = await client.call('hotel.cancelByService', { BookingId, ServiceId: `${BookingId}01` });
  for (const answer of [trip, service.body]) {
    expect(answer).toMatchObject({ bookingStatus: 'CONFIRMED', Errors: [supplierError] });
    expect(answer).not.toHaveProperty('Penalty');
  }
  expect(sandbox.store.booking(BookingId)).toEqual(before);
  sandbox.faults.disarm('stuck');
  expect(await client.cancel(BookingId)).toMatchObject({ bookingStatus: 'Cancelled', Errors: [] });
});

it('the server can say that it has cancelled a booking which does not exist any more', async () => {
  const faults = ['hotel.doBooking:business=FAILED', 'cancelBooking:business=Cancelled,times=1'];
  const { book, client } = startPaying({ faults });
  const { BookingId } = await book('payLater');
  expect(await client.cancel(BookingId)).toMatchObject({ bookingStatus: 'Cancelled', Errors: [] });
  await expect(client.cancel(BookingId)).rejects.toThrow('BookingClosed');
});

it('a Search with errors still has its offers and Tokens, and the journal shows both in the same way (err.200)', async () => {
  const { client, supplier, sandbox } = startPaying();
  const { Hotels } = await client.search();
  sandbox.faults.arm(failing(['*.search']));
  const answer = await client.call('hotel.search', { Criteria: testCriteria });
  expect(answer.body).toMatchObject({ Hotels, Errors: [supplierError] });
  const entry = lastEntry(supplier);
  expect(entry.facts.answer).toMatchObject({ errors: ['SUPPLIER-17'], found: Hotels.length });
  expect(wireOf(sandbox, entry).answerBody).toEqual(answer.body);
  expect((await client.conditions(answer.body)).Token).toBeDefined();
});
