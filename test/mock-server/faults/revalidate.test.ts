import { describe, expect, it } from 'vitest';
import { bookOut } from '../hotel-client.ts';
import { startPaying } from '../payment-client.ts';
import { selectionOf } from '../trip-client.ts';

async function start(...faults: string[]) {
  const { client, sandbox } = startPaying({ faults });
  const search = await client.search();
  const change = { Token: undefined, ReToken: search.ReToken };
  return { client, sandbox, search, ask: () => client.conditions(search, { change }) };
}

describe('a revalidation with a planned result', () => {
  it('finds the same as offered (retoken.same)', async () => {
    const { ask, client, sandbox } = await start('revalidate=SameRoomsFound');
    const { choice } = await ask();
    bookOut(sandbox.store, choice.RoomIds[0]);
    const conditions = await ask();
    expect(conditions).toMatchObject({
      RevalidateBookingConditions: 'SameRoomsFound',
      TotalSellingPrice: choice.rooms[0]?.TotalSellingPrice,
      Errors: [],
    });
    // It only reports changes.
    expect(await client.book(conditions)).toMatchObject({
      bookingStatus: 'Rejected',
      Errors: [{ Code: 'RoomUnavailable' }],
    });
  });

  it('finds them at 10 percent more, and books them at that (retoken.changed)', async () => {
    const { ask, client } = await start('revalidate=RoomsFoundWithChanges');
    const conditions = await ask();
    const was = conditions.choice.rooms[0]?.TotalSellingPrice.Value ?? 0;
    expect(conditions.RevalidateBookingConditions).toBe('RoomsFoundWithChanges');
    expect(conditions.TotalSellingPrice?.Value).toBeCloseTo(was * 1.1, 2);
    expect(await client.book(conditions)).toMatchObject({
      bookingStatus: 'CONFIRMED',
      TotalSellingPrice: conditions.TotalSellingPrice,
    });
  });

  it('finds them at the price that a price fault says', async () => {
    const { ask } = await start('revalidate=RoomsFoundWithChanges', 'price,currency=USD');
    expect(await ask()).toMatchObject({
      RevalidateBookingConditions: 'RoomsFoundWithChanges',
      TotalSellingPrice: { Currency: 'USD' },
    });
  });

  it('finds them no longer, and returns no Token (retoken.not-found)', async () => {
    const { ask } = await start('revalidate=RoomsNotFound,times=1');
    const answer = await ask();
    expect(answer).toMatchObject({
      RevalidateBookingConditions: 'RoomsNotFound',
      Errors: [{ Code: 'RoomUnavailable' }],
    });
    expect([answer.Token, answer.TotalSellingPrice]).toEqual([undefined, undefined]);
    expect(await ask()).toMatchObject({ RevalidateBookingConditions: 'SameRoomsFound', Errors: [] });
  });

  it.each(['RoomsFoundWithChanges', 'RoomsNotFound'])('leaves conditions by Token alone: %s', async found => {
    const { client, search } = await start(`revalidate=${found}`);
    for (const change of [{}, { ReToken: search.ReToken }]) {
      const from = await client.search();
      const conditions = await client.conditions(from, { change: { Token: from.Token, ...change } });
      const { TotalSellingPrice } = conditions.choice.rooms[0] ?? {};
      expect(conditions).toMatchObject({ TotalSellingPrice, Errors: [] });
      expect(conditions.RevalidateBookingConditions).toBeUndefined();
    }
  });

  it('is also reported by RevalidateBookingConditions, for cars and hotels', async () => {
    const { client, sandbox } = await start();
    const { ReToken, offers } = await client.find('car');
    const request = { ReToken, ...selectionOf(offers[0] ?? expect.fail('no car')) };
    for (const result of ['RoomsFoundWithChanges', 'RoomsNotFound', 'SameRoomsFound'] as const) {
      sandbox.faults.clear();
      sandbox.faults.arm(`revalidate=${result}`);
      const { body } = await client.call('car.revalidateBookingConditions', request);
      expect(body.RevalidateBookingConditions).toBe(result);
      expect(body.Token === undefined).toBe(result === 'RoomsNotFound');
    }
  });
});
