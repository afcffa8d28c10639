import { describe, expect, it } from 'vitest';
import { createMockSupplier, UnknownScenario } from '#mock-server';
import { bookingBody, createTestSupplier, type HotelClient, startSupplier } from '../../hotel-client.ts';
import { smallCatalogue as catalogue, scenarioOf } from './scenarios.ts';

const clock = { mode: 'manual', start: '2026-11-20T10:00:00Z' };

const start = () => startSupplier({ catalogue });

describe('a sandbox made for a scenario', () => {
  it('takes seed, clock, options and faults from it', async () => {
    const { supplier, control } = start();
    const { body } = await control.ask('createSandbox', { body: { id: 'one', scenario: 'with-setup' } });
    expect(body).toMatchObject({
      scenario: 'with-setup',
      seed: 'seven',
      options: { rateLimit: 50, idempotency: 'honoured', ids: 'known' },
      faults: 1,
    });
    expect(supplier.sandboxes.require('one').start.clock.start).toBe(Date.parse('2026-10-01T08:00:00Z'));
  });

  it('keeps what was given beside it, and arms faults of both', async () => {
    const { control } = start();
    const given = { scenario: 'with-setup', seed: 5, clock, options: { rateLimit: 10 } };
    const body = { ...given, faults: ['getBookingDetail:status=503'] };
    expect((await control.ask('createSandbox', { body })).body).toMatchObject({
      seed: '5',
      clock: { now: '2026-11-20T10:00:00.000Z' },
      options: { rateLimit: 10, idempotency: 'honoured' },
      faults: 2,
    });
  });

  it('is the same when it is requested again, and another one for another scenario', async () => {
    const { control } = start();
    const body = { scenario: 'with-setup', clock: { mode: 'manual' }, faults: ['airportDetail:delay=PT1S'] };
    expect((await control.ask('putSandbox', { id: 'one', body })).status).toBe(201);
    expect((await control.ask('putSandbox', { id: 'one', body })).status).toBe(200);
    const other = { id: 'one', body: { scenario: 'rejected' } };
    expect(await control.brief('putSandbox', other)).toBe('409 scenario');
  });

  it('runs it again after a reset, in a fork and from a file', async () => {
    const { control } = start();
    await control.ask('createSandbox', { body: { id: 'one', scenario: 'rejected', clock } });
    const { body: snapshot } = await control.ask('takeSnapshot', { id: 'one' });
    const { body: fork } = await control.ask('createSandbox', { body: { from: snapshot.id } });
    const { body: file } = await control.ask('exportSandbox', { id: 'one' });
    const { body: imported } = await control.ask('importSandbox', { query: '?id=two', body: file });
    const { body: reset } = await control.ask('resetSandbox', { id: 'one' });
    for (const sandbox of [fork, imported, reset])
      expect(sandbox).toMatchObject({ scenario: 'rejected', faults: 1 });
  });
});

describe('a scenario that is not in the catalogue', () => {
  it('is refused with the valid ids and the nearest', async () => {
    const { control } = start();
    const { brief, details } = await control.refused('createSandbox', { body: { scenario: 'answer-lots' } });
    expect(brief).toBe('400 scenario');
    const valid = catalogue.map(({ id }) => id);
    expect(details[0]).toMatchObject({ value: 'answer-lots', valid, nearest: 'answer-lost' });
  });

  it('is refused in a file, too', async () => {
    const { control } = start();
    await control.ask('createSandbox', { body: { id: 'one', scenario: 'rejected', clock } });
    const { body: file } = await control.ask('exportSandbox', { id: 'one' });
    const identity = { ...Object(file).identity, scenario: 'rejectd' };
    const body = { ...Object(file), identity };
    const { brief, details } = await control.refused('importSandbox', { query: '?id=two', body });
    expect(brief).toBe('400 scenario');
    expect(details[0]).toMatchObject({ value: 'rejectd', nearest: 'rejected' });
  });

  it('makes no supplier', () => {
    expect(() => createMockSupplier({ catalogue, scenario: 'sold-uot' })).toThrow(UnknownScenario);
    expect(() => createMockSupplier({ scenario: 'sold-out' })).toThrow('this server has no catalogue');
  });

  it('says which of two has the id of another', () => {
    const twice = [scenarioOf('same', {}), scenarioOf('same', {})];
    expect(() => createMockSupplier({ catalogue: twice })).toThrow('two scenarios have the id "same"');
  });
});

it('the catalogue of a server is listed as it was given', async () => {
  const { control } = start();
  const { body } = await control.ask('listScenarios');
  expect(body.scenarios).toEqual(catalogue);
});

const withSurname = [
  scenarioOf('late', { faults: ['getBookingDetail:status=503,nth=2'] }, { surname: 'Testlate' }),
];

function startWithSurname() {
  const { client, journal } = startSupplier({ catalogue: withSurname, options: { rateLimit: false } });
  return { client, played: () => journal.read().map(({ facts }) => facts.scenario) };
}

/** Books for a guest with the given surname, and other guests whose surnames select no scenario. */
async function bookFor(client: HotelClient, surname: string) {
  const conditions = await client.conditions();
  const body = bookingBody(conditions);
  for (const { Paxs } of body.Rooms) for (const pax of Paxs.slice(-1)) pax.Surname = surname;
  return client.book(conditions, body);
}

describe('the surname of a guest', () => {
  it('starts its scenario with DoBooking, in upper or lower case', async () => {
    const { client, played } = startWithSurname();
    const { BookingId } = await bookFor(client, 'TestLATE');
    const look = async () => (await client.call('getBookingDetail', { BookingId })).status;
    expect([await look(), await look()]).toEqual([200, 503]);
    expect(played()).toEqual([undefined, undefined, 'late', 'late', 'late']);
  });

  it('is an ordinary name where no scenario has it', async () => {
    const { client, played } = startWithSurname();
    expect((await bookFor(client, 'Testunknown')).bookingStatus).toBe('CONFIRMED');
    expect(played()).toEqual([undefined, undefined, undefined]);
  });

  it('belongs to one scenario', () => {
    const twice = ['a', 'b'].map(id => scenarioOf(id, {}, { surname: 'Testsame' }));
    const message = 'surname "Testsame" begins both "a" and "b"';
    expect(() => createTestSupplier({ catalogue: twice })).toThrow(message);
  });
});
