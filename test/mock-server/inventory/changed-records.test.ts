import { describe, expect, it } from 'vitest';
import { readPages } from '#contracts/control';
import type { Scenario } from '#contracts/scenario';
import { bookingsOf, type MockSupplier } from '#mock-server';
import { scenarioOf } from '../../scenarios/catalogue/scenario-of.ts';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { hotelsIn, rates, sandboxOf, supplierWith } from './own-rates.ts';

describe('the inventory in the setup of a scenario', () => {
  const begin = (inventory: object) => {
    const scenario = { ...scenarioOf('hotel-confirmed'), setup: { inventory } } as Scenario;
    return createTestSupplier({ catalogue: [scenario], scenario: scenario.id });
  };

  it('changes and adds records of the sandbox, also after a reset', () => {
    const hotels = [
      { id: 1001001, soldOut: true },
      { id: 5, destination: '1001', name: 'Novo' },
    ];
    const supplier = begin({ hotels });
    for (const sandbox of [sandboxOf(supplier), supplier.sandboxes.reset('default')]) {
      const { name, soldOut } = sandbox.places.hotel(1001001) ?? {};
      const found = [name, soldOut, sandbox.places.hotel(5)?.name];
      expect(found).toEqual(['Hotel Jardim Copacabana', true, 'Novo']);
    }
    const state = JSON.parse(JSON.stringify(sandboxOf(supplier).dump()));
    state.inventory = [];
    expect(supplier.sandboxes.restore(state, { id: 'fork' }).places.hotel(5)).toBeUndefined();
  });

  it.each([
    [{ hotels: [{ id: 7, name: 'A' }] }, /setup\.inventory\.hotels\[0\]: destination: missing/],
    [{ tours: [{ id: 't', destination: '1' }] }, /no destination "1"; create it first/],
  ])('refuses %j', (inventory, message) => {
    expect(() => begin(inventory)).toThrow(message);
  });
});

describe('the control API of the inventory', () => {
  const control = async (supplier: MockSupplier, method: string, path: string, body?: object) => {
    const answer = await supplier.fetch(`http://supplier.test/_control/sandboxes/default/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
  };
  const idsIn = (supplier: MockSupplier) => hotelsIn(supplier).map(({ HotelId }) => HotelId);
  const stored = (supplier: MockSupplier) => sandboxOf(supplier).dump().inventory ?? [];

  it('shows each change in the next call, and keeps only what differs from the file', async () => {
    const supplier = await supplierWith(rates);
    const { body: before } = await control(supplier, 'GET', 'inventory/hotels/778812');
    expect(before).toMatchObject({ id: 778812, destination: '9001', rooms: [{}, {}, {}, {}] });
    const soldOut = await control(supplier, 'PATCH', 'inventory/hotels/778812', { soldOut: true });
    expect(soldOut).toMatchObject({ status: 200, body: { ...before, soldOut: true } });
    expect([idsIn(supplier), stored(supplier).length]).toEqual([[778813], 1]);
    await control(supplier, 'PATCH', 'inventory/hotels/778812', { soldOut: null });
    expect([idsIn(supplier), stored(supplier)]).toEqual([[778812, 778813], []]);
    const rooms = [{ name: 'A', price: 10 }];
    await control(supplier, 'PUT', 'inventory/hotels/778814', { destination: '9001', rooms });
    await control(supplier, 'DELETE', 'inventory/hotels/778813');
    expect(idsIn(supplier)).toEqual([778812, 778814]);
    const tour = { destination: '9001', name: 'Boat' };
    await control(supplier, 'PUT', 'inventory/tours/t1', tour);
    const { body } = await control(supplier, 'GET', 'inventory/tours/t1');
    expect(body).toEqual({ id: 't1', ...tour });
  });

  it('lists the records of a kind in pages, and finds them by id, name and destination', async () => {
    const supplier = await supplierWith({ ...rates, builtIn: true });
    await control(supplier, 'DELETE', 'inventory/hotels/778813');
    const idsAt = async (query: string, kind = 'hotels') => {
      const { body } = await control(supplier, 'GET', `inventory/${kind}?${query}`);
      return (body as { id: unknown }[]).map(({ id }) => id);
    };
    expect(await idsAt('search=778812')).toEqual([778812]);
    expect(await idsAt('search=Jardim+COPA')).toEqual([1001001]);
    expect(await idsAt('search=sao+paulo&limit=2')).toEqual([1002001, 1002002]);
    expect(await idsAt('search=nothing')).toEqual([]);
    expect(await idsAt('search=lis', 'destinations')).toEqual(['1007']);
    const seen: unknown[] = [];
    const first = 'http://supplier.test/_control/sandboxes/default/inventory/hotels?limit=90';
    for await (const page of readPages(first, url => supplier.fetch(url)))
      seen.push(...(await page.json()).map(({ id }: { id: unknown }) => id));
    expect([seen.length, new Set(seen).size]).toEqual([241, 241]);
  });

  it('is part of snapshots and exports, and a reset restores the file', async () => {
    const supplier = await supplierWith(rates);
    await control(supplier, 'DELETE', 'inventory/hotels/778813');
    const state = JSON.parse(JSON.stringify(sandboxOf(supplier).dump()));
    const fork = supplier.sandboxes.restore(state, { id: 'fork' });
    expect([fork.places.hotel(778813), fork.places.hotel(778812)?.id]).toEqual([undefined, 778812]);
    expect(supplier.sandboxes.reset('default').places.hotel(778813)?.id).toBe(778813);
  });

  it.each([
    ['GET', 'hotels/1', undefined, 404, 'has no record 1 in hotels'],
    ['PATCH', 'hotels/1', {}, 404, 'has no record 1 in hotels'],
    ['GET', 'boats', undefined, 400, 'boats'],
    ['GET', 'hotels?limit=0', undefined, 400, 'limit'],
    ['GET', 'hotels?after=5', undefined, 400, 'after'],
    ['GET', 'hotels/x', undefined, 404, 'no record x in hotels'],
    ['PUT', 'boats/1', {}, 400, 'boats'],
    ['PUT', 'hotels/x', { destination: '9001' }, 400, 'expected a whole number'],
    ['PUT', 'hotels/5', { id: 6, destination: '9001' }, 400, 'id: differs from 5 in the path'],
    ['PUT', 'hotels/x', { id: 6, destination: '9001' }, 400, 'id: differs from x in the path'],
    ['PUT', 'hotels/5', { destination: '1' }, 400, 'destination: no destination "1"; create it first'],
    ['PATCH', 'hotels/778812', { rooms: [], price: 1 }, 400, 'expected at least one room'],
  ])('refuses %s %s, and changes nothing', async (method, path, body, status, message) => {
    const supplier = await supplierWith(rates);
    const answer = await control(supplier, method, `inventory/${path}`, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body).replaceAll('\\"', '"')).toContain(message);
    expect(stored(supplier)).toEqual([]);
  });

  it('takes Testville away with a destination that has its id, so that a hotel there begins no scenario', async () => {
    const supplier = createTestSupplier({ catalogue: [scenarioOf('hotel-confirmed')] });
    await control(supplier, 'PUT', 'inventory/destinations/9000', { name: 'Nova' });
    await control(supplier, 'PUT', 'inventory/hotels/9000001', { destination: '9000' });
    const client = createHotelClient((url, init) => supplier.fetch(url, init));
    await client.book(await client.conditions(await client.search({ DestinationId: '9000' })));
    const { journal, places } = sandboxOf(supplier);
    expect(journal.read().map(({ facts }) => facts.scenario)).toEqual([undefined, undefined, undefined]);
    expect(places.hotelsOf('9000').map(({ id }) => id)).toEqual([9000001]);
  });

  it('refuses a room that was sold out after the Search, and a booking keeps its data when its hotel is removed', async () => {
    const supplier = await supplierWith(rates);
    const client = createHotelClient((url, init) => supplier.fetch(url, init));
    const search = await client.search({ DestinationId: '9001' });
    await client.book(await client.conditions(search));
    const booked = bookingsOf(sandboxOf(supplier));
    expect(booked).toHaveLength(1);
    const later = await client.search({ DestinationId: '9001' });
    await control(supplier, 'PATCH', 'inventory/hotels/778812', { soldOut: true });
    expect((await client.conditions(later)).Errors).toMatchObject([{ Code: 'RoomUnavailable' }]);
    await control(supplier, 'DELETE', 'inventory/hotels/778812');
    expect(bookingsOf(sandboxOf(supplier))).toEqual(booked);
  });
});
