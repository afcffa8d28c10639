import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import { catalogue } from '#scenarios';
import { startSupplier, testStart } from '../hotel-client.ts';

function begin(start = testStart) {
  const { supplier, control, client } = startSupplier({ catalogue, clock: { mode: 'manual', start } });
  const { call } = client;
  const sandbox = () => supplier.sandboxes.require('default');
  return {
    supplier,
    control,
    call,
    sandbox,
    armed: (id = 'default') => supplier.sandboxes.require(id).faults.list(),
    set: async (state: string, more: object = {}, query = '') =>
      (await control.ask('setProviderState', { body: { state, ...more }, query })).body,
    refusal: async (body: object, query = '') =>
      (await control.refused('setProviderState', { body, query })).body.error,
  };
}

const outage = 'the fault car.search:status=503';

describe('a provider state', () => {
  it('returns the values that a request takes from earlier answers, by their place', async () => {
    const { set, call } = begin();
    const { Token, 'Rooms.0.RoomId': RoomId, ...rest } = await set('all that hotel.doBooking needs');
    expect(rest).toEqual({});
    const guests = { Ana: 34, Rui: 7 };
    const Paxs = Object.entries(guests).map(([Name, Age]) => ({ Name, Surname: 'Souza', Age }));
    const request = { Token, BookingId: '0', HotelId: 1_003_001, Rooms: [{ RoomId, Paxs }] };
    const { body } = await call('hotel.doBooking', request);
    expect(body).toMatchObject({ bookingStatus: 'CONFIRMED', Errors: [] });
  });

  it('can be set up for every operation', async () => {
    const { set, sandbox } = begin();
    for (const id of operationIds) await set(`all that ${id} needs`);
    const sent = sandbox().journal.read();
    expect(new Set(sent.map(({ facts }) => facts.status))).toEqual(new Set([200]));
  });

  it.each([
    ['CONFIRMED', 'CONFIRMED'],
    ['Pending', 'Pending'],
    ['TechnicalProblem', 'TechnicalProblem'],
    ['REJEITADO', 'Rejected'],
    ['failed', 'FAILED'],
    ['Cancelled', 'Cancelled'],
    ['PendingCancellation', 'PendingCancellation'],
    ['SOLICITACAO DE RESERVA', 'PENDING'],
  ])('is a booking that is %s', async (status, bookingStatus) => {
    const { set, call } = begin();
    const { BookingId } = await set('a booking that is {status}', { params: { status } });
    const { body } = await call('getBookingDetail', { BookingId });
    expect(body).toMatchObject({ Booking: { BookingId, bookingStatus } });
  });

  it('is a booking that is paid', async () => {
    const { set, call } = begin();
    const { body } = await call('getBooking', await set('a booking that is paid'));
    expect(body).toMatchObject({ Booking: { Payments: [{ PaymentStatus: 'Approved' }] } });
  });

  it.each(['IsPrePayment', 'MoreInformation'])('is of an offer with %s', async field => {
    const { set, call } = begin();
    const state = 'all that hotel.getBookingConditions needs';
    const offerOf = async ({ Token, 'RoomIds.0': RoomId }: Record<string, unknown>) => {
      const request = { Token, HotelId: 1_003_001, RoomIds: [RoomId] };
      return (await call('hotel.getBookingConditions', request)).body;
    };
    expect((await offerOf(await set(`${state}, of an offer with ${field}`)))[field]).toBeTruthy();
    await call('hotel.search', {}); // the next state starts from the beginning
    expect((await offerOf(await set(state)))[field] ?? false).toBe(false);
  });

  it.each([testStart, Date.parse('2028-02-28T23:59Z')])('is the day before a penalty, at %s', async now => {
    const { set, call, sandbox } = begin(now);
    const needed = await set('all that car.cancelByService needs, the day before');
    const { body } = await call('car.cancelByService', needed);
    expect(body).toMatchObject({ bookingStatus: 'Cancelled', Penalty: { Currency: 'BRL' } });
    expect(sandbox().clock.now()).toBe(now);
  });

  it('is a rate that is used up', async () => {
    const { set, call } = begin();
    await set('the rate is used up');
    const { status, headers } = await call('getBookingList', {});
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
  });

  it('is a fault in short, or a scenario by its id', async () => {
    const { set, armed } = begin();
    for (const state of [outage, 'rejected-no-availability', 'the scenario prepaid-declined'])
      expect(await set(state)).toEqual({});
    expect(armed().map(({ effect }) => effect.kind)).toEqual(['status', 'business', 'payment']);
  });

  it('adds to the states before it, and starts again after a call', async () => {
    const { set, call, armed } = begin();
    await set('the fault getBookingList:status=503');
    await set('a booking that is CONFIRMED');
    expect(armed()).toHaveLength(1);
    expect((await call('getBookingList', {})).status).toBe(503);
    await set('a booking that is CONFIRMED');
    expect(armed()).toEqual([]);
    expect((await call('getBookingList', {})).body).toMatchObject({ Bookings: [{}] });
  });

  it('is left as it is by a teardown', async () => {
    const { set, armed } = begin();
    await set(outage);
    expect(await set(outage, { action: 'teardown' })).toEqual({});
    expect(armed()).toHaveLength(1);
  });

  it('may come in a list, as older tools send it, with fields of their own', async () => {
    const { control, armed } = begin();
    const body = { consumer: 'shop', states: [outage, 'a booking that is CONFIRMED'] };
    const answer = await control.ask('setProviderState', { body });
    expect(answer.body).toMatchObject({ BookingId: expect.any(String) });
    expect(armed()).toHaveLength(1);
  });

  it('is set up in the sandbox that the query names, and in no other', async () => {
    const { set, control, armed, refusal } = begin();
    await control.ask('createSandbox', { body: { id: 's1' } });
    await set(outage, {}, '?sandbox=s1');
    expect([armed('s1').length, armed().length]).toEqual([1, 0]);
    const unknown = await refusal({ state: '' }, '?sandbox=s2');
    expect(unknown).toMatchObject({ code: 'NotFound', details: [{ valid: ['default', 's1'] }] });
  });
});

describe('a provider state that cannot be set up', () => {
  it.each([
    ['all that hotel.serch needs', 'no operation has this id; the nearest is hotel.search'],
    ['all that hotel.serch needs, the day before', 'the nearest is hotel.search'],
    ['all that airportDetail needs, of an offer with Wings', 'airportDetail needs no Search'],
    ['a booking that is Pendin', 'no such status; the nearest is pending'],
    ['rejected-no-availabilty', 'did you mean the scenario "rejected-no-availability"?'],
    ['the scenario rejected-no-availabilty', 'did you mean "rejected-no-availability"?'],
    ['the fault hotel.serch:status=503', 'hotel.search'],
    ['some products exist', 'a state is written as "all that <operation> needs"'],
    ['a booking that is {status}', 'send "status" in params, as text or a number'],
  ])('says what would be right, and changes nothing, beside right ones too: %s', async (wrong, hint) => {
    const { refusal, call, sandbox, set, armed } = begin();
    await set('a booking that is CONFIRMED');
    await call('getBookingList', {}); // a client has used the sandbox, so that a state begins with a reset
    const before = sandbox();
    const message = expect.stringContaining(hint);
    expect(await refusal({ state: wrong })).toMatchObject({ code: 'InvalidRequest', message });
    await refusal({ states: ['a booking that is CONFIRMED', outage, wrong] });
    expect(sandbox()).toBe(before);
    expect((await call('getBookingList', {})).body).toMatchObject({ Bookings: [{}] });
    expect(armed()).toEqual([]);
  });

  it('changes nothing if a fault conflicts with another state of the call', async () => {
    const { refusal, armed } = begin();
    const state = `${outage},id=f`;
    expect((await refusal({ states: [state, state] })).message).toContain('"f"');
    expect(armed()).toEqual([]);
  });

  it('says which call was refused, or that no offer has the field', async () => {
    const { set, refusal } = begin();
    const { message } = await refusal({ state: 'all that hotel.doBooking needs, of an offer with Wings' });
    expect(message).toContain('no offer of hotel.search has this field');
    await set('the fault hotel.search:status=503');
    expect(await refusal({ state: 'all that hotel.doBooking needs' })).toMatchObject({
      code: 'Conflict',
      message: expect.stringContaining('hotel.search returned 503'),
    });
  });
});
