import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createMockSupplier, readStart } from '#mock-server';
import { openSqlite } from '#mock-server/node/open-sqlite';
import { createFakeMachine } from '../clock/fakes.ts';
import { createControlClient } from '../control/control-client.ts';
import { bookingBody, createHotelClient } from '../hotel-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a store. `endThread` ends its thread, as a full memory does. */
async function open(place: string) {
  const machine = createFakeMachine();
  const created = once(process, 'worker');
  const keeper = await openSqlite(place, false, machine.clock);
  let [worker] = (await created) as [Worker]; // the event has this argument
  process.on('worker', later => {
    worker = later;
  });
  const endThread = async () => {
    const ended = once(worker, 'exit');
    await worker.terminate();
    await ended;
  };
  return { keeper, machine, endThread };
}

/** Returns the number of crashes that a store has counted. */
function crashesOf(place: string): unknown {
  const file = new DatabaseSync(join(place, 'understudy.db'));
  const found = file.prepare("SELECT value FROM facts WHERE name = 'crashes'").get();
  file.close();
  return found?.value;
}

const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});

describe('the thread of a SQLite store that ends by an error', () => {
  it('starts again at the next call, and no booking is lost', async () => {
    const place = join(folder, 'again');
    const { keeper, endThread } = await open(place);
    const supplier = createMockSupplier({ store: await readStart(keeper) });
    const client = createHotelClient(supplier.fetch);
    const first = await client.book();
    await endThread();
    const second = await client.book();
    expect(warned).toHaveBeenLastCalledWith(
      `the thread of sqlite:${place} ended: it was stopped; the server starts it again`,
      { code: 'UNDERSTUDY_STORE' },
    );
    await supplier.closeStore();
    expect(crashesOf(place)).toBe('0');
    const later = createMockSupplier({ store: await readStart(await openSqlite(place)) });
    const ids = (await createHotelClient(later.fetch).list()).Bookings.map(({ BookingId }) => BookingId);
    expect(ids.toSorted()).toEqual([first.BookingId, second.BookingId].toSorted());
    await later.closeStore();
  });

  it('does not start with an empty store if the folder is gone, is tried again after a pause, and makes the server not ready', async () => {
    const place = join(folder, 'gone');
    const { keeper, machine, endThread } = await open(place);
    const supplier = createMockSupplier({ store: await readStart(keeper) });
    const control = createControlClient(supplier.fetch);
    const booking = await createHotelClient(supplier.fetch).book();
    renameSync(place, `${place}-moved`);
    await endThread();
    await expect(keeper.list('', 1)).rejects.toThrow(`sqlite:${place} does not exist; check the folder`);
    renameSync(`${place}-moved`, place);
    expect((await control.send('readiness')).status).toBe(503);
    await expect(keeper.list('', 1)).rejects.toThrow(`sqlite:${place} does not exist; check the folder`);
    machine.pass(1_000);
    expect((await control.send('readiness')).status).toBe(200);
    expect((await createHotelClient(supplier.fetch).detail(booking.BookingId)).Booking).toBeDefined();
    await supplier.closeStore();
  });

  it('does not continue when another process has used the store in between, and overwrites none of its changes', async () => {
    const place = join(folder, 'other');
    const { keeper, endThread } = await open(place);
    const supplier = createMockSupplier({ store: await readStart(keeper) });
    const client = createHotelClient(supplier.fetch);
    const conditions = await client.conditions();
    const first = await client.book();
    await endThread();
    const other = createMockSupplier({ store: await readStart(await openSqlite(place)) });
    await createHotelClient(other.fetch).cancel(first.BookingId);
    await other.closeStore();
    const { status, text } = await client.call('hotel.doBooking', bookingBody(conditions));
    expect([status, text]).toEqual([
      503,
      expect.stringContaining(
        `another process opened sqlite:${place} while the thread of this server was not running; restart the server`,
      ),
    ]);
    expect((await createControlClient(supplier.fetch).send('readiness')).status).toBe(503);
    await expect(supplier.closeStore()).rejects.toThrow('another process opened');
    const later = createMockSupplier({ store: await readStart(await openSqlite(place)) });
    const { Bookings } = await createHotelClient(later.fetch).list();
    expect(Bookings.map(({ BookingId, Status }) => [BookingId, Status])).toEqual([
      [first.BookingId, expect.stringMatching(/cancel/i)],
    ]);
    await later.closeStore();
  });

  it('reports a write without a reply as uncertain, and stays closed after the end of the server', async () => {
    const { keeper, endThread } = await open(join(folder, 'uncertain'));
    const writing = keeper.write([{ id: 'a', how: 'replace', puts: [], drops: [] }]);
    const reported = expect(writing).rejects.toMatchObject({ code: 'uncertain' });
    await endThread();
    await reported;
    await keeper.close(true);
    await expect(keeper.list('', 1)).rejects.toThrow('ended: it was stopped');
  });
});
