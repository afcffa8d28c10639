import { expect, it } from 'vitest';
import { createClient, type LogEntry } from '#client';
import { operationIds } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { contractingParty, testCard } from '../mock-server/hotel-client.ts';

function start() {
  const supplier = createMockSupplier({ clock: { mode: 'auto', start: Date.parse('2026-11-20T10:00:00Z') } });
  const sandbox = supplier.sandboxes.require('default');
  const log: LogEntry[] = [];
  const client = createClient({
    baseUrl: 'http://s.test',
    credential: { Username: 'demo', Password: 'demo' },
    staticToken: 'demo-static-token',
    managerId: 1,
    clock: sandbox.clock,
    fetch: supplier.fetch,
    logger: entry => log.push(entry),
  });
  const facts = () => sandbox.journal.read().map(entry => entry.facts);
  return { client, facts, log };
}

const criteria = {
  DestinationId: '1001',
  CheckinDate: '2026-12-10',
  CheckoutDate: '2026-12-12',
  SearchRooms: [{ NumAdults: 2 }],
  Nationality: 'BR',
};
const guests = ['Ana', 'Rui'].map(Name => ({ Name, Surname: 'Silva', Age: 34, Nationality: 'BR' }));

async function booked() {
  const started = start();
  const choose = (offers: readonly { isPrePayment: boolean; canPayLater: boolean }[]) =>
    offers.findIndex(({ isPrePayment, canPayLater }) => !isPrePayment && canPayLater);
  const outcome = await started.client.book(
    { product: 'hotel', criteria, guests, choose: offers => offers[choose(offers)] },
    () => true,
  );
  if (outcome.outcome !== 'confirmed') throw new Error(`it ended ${outcome.outcome}`);
  return { ...started, outcome };
}

it('res.credential: sends the Credential in the body of every booking call, and nowhere else', async () => {
  const { facts } = await booked();
  expect(facts().map(({ credential }) => credential?.in)).toEqual(facts().map(() => 'body'));
});

it('ep.airport, ep.hotel-detail, res.hotel-detail: requests static data by token and managerId in the address', async () => {
  const { client, facts } = start();
  expect(await client.airport('GIG')).toMatchObject({ iataCode: 'GIG', timeZone: 'America/Sao_Paulo' });
  expect(await client.hotel(1001001)).toMatchObject({ id: expect.anything(), name: expect.any(String) });
  expect(
    facts().map(({ method, credential, request }) => [method, credential?.in, request.managerId]),
  ).toEqual([
    ['GET', 'url', '1'],
    ['GET', 'url', '1'],
  ]);
});

it('svc.4, ep.list, res.list-criteria: lists changed bookings by a filter', async () => {
  const { client, outcome } = await booked();
  const list = async (SearchBookingCriteria?: object) =>
    (await client.call('getBookingList', { ...(SearchBookingCriteria && { SearchBookingCriteria }) })).answer
      .Bookings;
  expect((await list()).map(({ BookingId }) => BookingId)).toEqual([outcome.bookingId]);
  expect(
    await list({ BookingNumber: [], CheckinDateFrom: '2026-12-10', CheckinDateTo: '2026-12-10' }),
  ).toHaveLength(1);
  expect(await list({ CheckinDateFrom: '2026-12-11' })).toHaveLength(0);
});

it('ep.detail, res.booking, event.none: learns of a booking by asking for it, voucher and invoice included', async () => {
  const { client, outcome } = await booked();
  const { answer } = await client.call('getBookingDetail', { BookingId: outcome.bookingId });
  expect(answer.Booking).toMatchObject({
    ConfirmationNumber: expect.stringMatching(/^HCN/),
    Services: [{ Voucher: { HolderName: 'Ana Silva' } }],
    Invoice: { Number: expect.any(String) },
  });
  expect(outcome.booking).toEqual(answer.Booking);
});

it('date.timespan, date.policies, field.cancellation-policies: returns dates and windows as the supplier writes them', async () => {
  const { client } = start();
  const { answer } = await client.call('hotel.search', { Criteria: criteria });
  expect(answer.TimeSpan).toBe('2026-11-20 10:00:00');
  const [policy] = answer.Hotels[0]?.Rooms[0]?.CancellationPolicies ?? [];
  expect(policy).toMatchObject({
    StartDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    EndDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

it('date.local, field.country: sends dates and countries as they were given', async () => {
  const { facts } = await booked();
  const [search] = facts();
  expect(search?.request).toMatchObject({ start: '2026-12-10', end: '2026-12-12', countries: ['BR'] });
});

it('field.return-on-request: offers OnRequest rooms only if the Search requests them', async () => {
  const { client } = start();
  const kinds = async (change: object) => {
    const { answer } = await client.call('hotel.search', { Criteria: { ...criteria, ...change } });
    return new Set(answer.Hotels.flatMap(({ Rooms }) => Rooms.map(({ RestrictionType }) => RestrictionType)));
  };
  expect(await kinds({})).toEqual(new Set(['CanBook']));
  expect(await kinds({ ReturnOnRequestRooms: true })).toEqual(new Set(['CanBook', 'OnRequest']));
});

it('can call every operation of the contract by its id', () => {
  const { client } = start();
  for (const id of operationIds)
    expect(() => client.call(id, {} as never).catch(() => undefined)).not.toThrow();
});

it('res.payment, res.contracting-party: pays with all required data, and the card of the request', async () => {
  const { client, facts } = start();
  const { outcome } = await client.book(
    {
      product: 'hotel',
      criteria,
      guests,
      choose: offers => offers.find(({ isPrePayment }) => isPrePayment),
      payment: { ContractingParty: contractingParty, CreditCard: { ...testCard, NumberPayments: 3 } },
    },
    () => true,
  );
  const paid = facts().find(({ operation }) => operation === 'payBooking');
  expect([outcome, paid?.status, paid?.warnings]).toEqual(['confirmed', 200, undefined]);
  expect(paid?.request.payment).toMatchObject({ card: { last4: '1111', ours: true }, instalments: 3 });
});
