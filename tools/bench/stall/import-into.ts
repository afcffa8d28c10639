import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMockSupplier } from '#mock-server';
import { createHotelClient } from '../../../test/mock-server/hotel-client.ts';
import { killServer, startServer } from '../../../test/mock-server/kill/server-process.ts';
import { fillBookings } from '../servers/fill-bookings.ts';

/** The result of an import. Times are in milliseconds. */
export interface Imported {
  readonly took: number;
  /** The longest time of a whole booking in another sandbox: Search, conditions and DoBooking. */
  readonly longest: number;
  /** The number of bookings in the imported sandbox. */
  readonly bookings: number;
}

/**
 * Imports a sandbox into a server with a durable store, while a client books in another sandbox of this server.
 *
 * @throws Error when the import or a booking fails
 * @example await importInto('redis://127.0.0.1:6379', 250_000)
 */
export async function importInto(where: string, bookings: number): Promise<Imported> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-import-'));
  const server = await startServer(where);
  const control = `${server.url}/_control/sandboxes`;
  try {
    const file = join(folder, 'sandbox.json');
    await writeExport(file, bookings);
    const headers = { 'content-type': 'application/json' };
    const credential = { Username: 'other', Password: 'other' };
    const other = JSON.stringify({ credential, options: { rateLimit: false } });
    await fetch(`${control}/other`, { method: 'PUT', headers, body: other });
    const client = createHotelClient(fetch, { baseUrl: `${server.url}/sandbox/other`, credential });
    await client.book();
    const began = performance.now();
    const body = await openAsBlob(file);
    let isOver = false;
    const importing = fetch(`${control}/import?id=copy`, { method: 'POST', headers, body }).finally(() => {
      isOver = true;
    });
    let longest = 0;
    while (!isOver) {
      const start = performance.now();
      await client.book();
      longest = Math.max(longest, performance.now() - start);
    }
    const answer = await importing;
    if (answer.status !== 201) throw new Error(`the import was answered ${answer.status}`);
    const took = performance.now() - began;
    const found: { bookings: number } = await (await fetch(`${control}/copy`)).json();
    return { took, longest, bookings: found.bookings };
  } finally {
    await killServer(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the export of a sandbox with copies of one booking. */
async function writeExport(file: string, bookings: number): Promise<void> {
  const supplier = createMockSupplier({ options: { rateLimit: false } });
  await createHotelClient(supplier.fetch).book();
  fillBookings(supplier.sandboxes.require('default'), bookings);
  const { body } = await supplier.fetch('http://supplier.test/_control/sandboxes/default/export');
  if (!body) throw new Error('the export is empty');
  await writeFile(file, body);
}
