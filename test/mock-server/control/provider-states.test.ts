import { describe, expect, it } from 'vitest';
import { isOperationId, operationIds, operations } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { catalogue } from '#scenarios';
import { createHotelClient } from '../hotel-client.ts';
import { createControlClient } from './control-client.ts';

const start = Date.parse('2026-11-20T10:00:00Z');

function begin(at = start) {
  const supplier = createMockSupplier({ catalogue, clock: { mode: 'manual', start: at } });
  const control = createControlClient(supplier.fetch);
  const { call } = createHotelClient(supplier.fetch);
  return {
    supplier,
    control,
    call,
    sandbox: () => supplier.sandboxes.require('default'),
    set: async (state: string, more: object = {}, query = '') =>
      (await control.ask('setProviderState', { body: { state, ...more }, query })).body,
    refusal: async (state: string, more: object = {}) =>
      (await control.refused('setProviderState', { body: { state, ...more } })).body.error,
  };
}

describe('a provider state', () => {
  it('returns the values that a request takes from earlier answers, by their place', async () => {
    const { set, call } = begin();
    const { Token, 'Rooms.0.RoomId': RoomId, ...rest } = await set('all that hotel.doBooking needs');
    expect(rest).toEqual({});
    const Paxs = [
      { Name: 'Ana', Surname: 'Souza', Age: 34 },
      { Name: 'Rui', Surname: 'Souza', Age: 7 },
    ];
    const answer = await call('hotel.doBooking', {
      Token,
      BookingId: '0',
      HotelId: 1_003_001,
      Rooms: [{ RoomId, Paxs }],
    });
    expect(answer.body).toMatchObject({ bookingStatus: 'CONFIRMED', Errors: [] });
  });

  it('can be set up for every operation', async () => {
    const { set, sandbox } = begin();
    for (const id of operationIds) await set(`all that ${id} needs`);
    const sent = sandbox()
      .journal.read()
      .map(({ facts }) => facts.status);
    expect(new Set(sent)).toEqual(new Set([200]));
    expect(operationIds.filter(isOperationId)).toHaveLength(Object.keys(operations).length);
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
  ])('is a booking that is %s', async (word, bookingStatus) => {
    const { set, call } = begin();
    const { BookingId } = await set('a booking that is {status}', { params: { status: word } });
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
    const offerOf = async (values: Record<string, unknown>) => {
      const { Token, 'RoomIds.0': RoomId } = values;
      return (await call('hotel.getBookingConditions', { Token, HotelId: 1_003_001, RoomIds: [RoomId] }))
        .body;
    };
    const { [field]: wanted } = await offerOf(await set(`${state}, of an offer with ${field}`));
    expect(wanted).toBeTruthy();
    await call('hotel.search', {}); // the next state starts from the beginning
    const { [field]: usual = false } = await offerOf(await set(state));
    expect(usual).toBe(false);
  });

  it.each([start, Date.parse('2028-02-28T23:59:00Z')])(
    'is the day before a penalty, at %s',
    async instant => {
      const { set, call, sandbox } = begin(instant);
      const values = await set('all that car.cancelByService needs, the day before');
      const { body } = await call('car.cancelByService', values);
      expect(body).toMatchObject({ bookingStatus: 'Cancelled', Penalty: { Currency: 'BRL' } });
      expect(sandbox().clock.now()).toBe(instant);
    },
  );

  it('is a rate that is used up', async () => {
    const { set, call } = begin();
    await set('the rate is used up');
    const { status, headers } = await call('getBookingList', {});
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 429, retryAfter: '60' });
  });

  it('is a fault in short, or a scenario by its id', async () => {
    const { set, sandbox } = begin();
    expect(await set('the fault car.search:status=503')).toEqual({});
    expect(await set('rejected-no-availability')).toEqual({});
    expect(await set('the scenario prepaid-declined')).toEqual({});
    const armed = sandbox().faults.list();
    expect(armed.map(({ effect }) => effect.kind)).toEqual(['status', 'business', 'payment']);
  });

  it('adds to the states before it, and starts again after a call', async () => {
    const { set, call, sandbox } = begin();
    await set('the fault getBookingList:status=503');
    await set('a booking that is CONFIRMED');
    expect(sandbox().faults.list()).toHaveLength(1);
    expect((await call('getBookingList', {})).status).toBe(503);
    await set('a booking that is CONFIRMED');
    expect(sandbox().faults.list()).toEqual([]);
    expect((await call('getBookingList', {})).body).toMatchObject({ Bookings: [{}] });
  });

  it('is left as it is by a teardown', async () => {
    const { set, sandbox } = begin();
    const state = 'the fault car.search:status=503';
    await set(state);
    expect(await set(state, { action: 'teardown' })).toEqual({});
    expect(sandbox().faults.list()).toHaveLength(1);
  });

  it('may come in a list, as older tools send it, with fields of their own', async () => {
    const { control, sandbox } = begin();
    const states = ['the fault car.search:status=503', 'a booking that is CONFIRMED'];
    const { body } = await control.ask('setProviderState', { body: { consumer: 'shop', states } });
    expect(body).toMatchObject({ BookingId: expect.any(String) });
    expect(sandbox().faults.list()).toHaveLength(1);
  });

  it('is set up in the sandbox that the query names, and in no other', async () => {
    const { set, control, supplier } = begin();
    await control.ask('createSandbox', { body: { id: 's1' } });
    await set('the fault car.search:status=503', {}, '?sandbox=s1');
    const armed = ['s1', 'default'].map(id => supplier.sandboxes.require(id).faults.list().length);
    expect(armed).toEqual([1, 0]);
  });
});

describe('a provider state that cannot be set up', () => {
  it.each([
    ['all that hotel.serch needs', 'no operation has this id; the nearest is hotel.search'],
    ['all that hotel.serch needs, the day before', 'the nearest is hotel.search'],
    ['all that hotel.doBooking needs, of an offer with Wings', 'no offer of hotel.search has this field'],
    ['all that airportDetail needs, of an offer with Wings', 'airportDetail needs no Search'],
    ['a booking that is Pendin', 'no such status; the nearest is pending'],
    ['rejected-no-availabilty', 'did you mean the scenario "rejected-no-availability"?'],
    ['the scenario rejected-no-availabilty', 'did you mean "rejected-no-availability"?'],
    ['the fault hotel.serch:status=503', 'hotel.search'],
    ['some products exist', 'a state is written as "all that <operation> needs"'],
    ['a booking that is {status}', 'send "status" in params, as text or a number'],
  ])('says what would be right: %s', async (state, hint) => {
    const { code, message } = await begin().refusal(state);
    expect({ code, message }).toEqual({ code: 'InvalidRequest', message: expect.stringContaining(hint) });
  });

  it.each([
    ['a boking that is confirmed'],
    ['all that airportDetail needs, of an offer with Wings'],
    ['a booking that is Pendin'],
    ['the fault hotel.serch:status=503'],
    ['the scenario rejected-no-availabilty'],
    ['a booking that is {status}'],
  ])('changes nothing, also if other states of the call are right: %s', async wrong => {
    const { control, call, sandbox, set } = begin();
    await set('a booking that is CONFIRMED');
    await call('getBookingList', {}); // a client has used the sandbox, so that a state begins with a reset
    const before = sandbox();
    for (const states of [[wrong], ['a booking that is CONFIRMED', wrong]])
      await control.refused('setProviderState', { body: { states } });
    expect(sandbox()).toBe(before);
    expect((await call('getBookingList', {})).body).toMatchObject({ Bookings: [{}] });
    expect(sandbox().faults.list()).toEqual([]);
  });

  it('changes nothing if a fault conflicts with another state of the call', async () => {
    const { control, sandbox } = begin();
    const fault = 'the fault car.search:status=503,id=f';
    const { body } = await control.refused('setProviderState', { body: { states: [fault, fault] } });
    expect(body.error.message).toContain('"f"');
    expect(sandbox().faults.list()).toEqual([]);
  });

  it('says which call was refused', async () => {
    const { set, refusal } = begin();
    await set('the fault hotel.search:status=503');
    expect(await refusal('all that hotel.doBooking needs')).toMatchObject({
      code: 'Conflict',
      message: expect.stringContaining('hotel.search returned 503'),
    });
  });

  it('names the existing sandboxes', async () => {
    const { control } = begin();
    const { body } = await control.refused('setProviderState', { body: { state: '' }, query: '?sandbox=s1' });
    expect(body.error).toMatchObject({ code: 'NotFound', details: [{ valid: ['default'] }] });
  });
});
